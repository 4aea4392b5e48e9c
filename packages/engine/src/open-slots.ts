import { type KindRef, kindKey } from '@sitrep/status'
import { Forms } from './forms.ts'
import type { Opened, Slot } from './graph.ts'

/** So many places stay open between turns unless somebody says otherwise: whoever looked at them will often look again. */
const usuallyOpen = 32_768

/** More changes than this in one turn are no events but a stream: nobody comes back to them soon. */
const stream = 128

/** So many more lie open for those who ask between turns. */
const untilLookedAt = 64

/** Less than a millisecond's work. */
const closedInStep = 50

/** The places whose objects lie open. All others are kept as sheets. */
export class OpenSlots implements Opened {
  readonly #forms: Map<string, Forms> = new Map()
  readonly #keptOpen: number
  /** Those that were laid open, the first of them first; some may be closed by now. */
  #opened: Slot[] = []
  /** How many of those at the beginning are done with. */
  #done = 0
  /** About how many of the others have lost their objects since. */
  #gone = 0
  /** Those that have changed in this turn. */
  #changed: Slot[] = []
  #turning = false

  constructor(keptOpen: number = usuallyOpen) {
    this.#keptOpen = keptOpen
  }

  opened = (slot: Slot): void => {
    if (slot.noted === 'open' || slot.noted === 'both') return
    slot.noted = slot.noted === 'changed' ? 'both' : 'open'
    this.#opened.push(slot)
    // Within a turn an object stays the same object, and for a while after it was asked for. One for one: whoever asks pays for no others.
    if (!this.#turning) this.#closeUntil(this.#opened.length - 2 * this.#keptOpen - untilLookedAt)
  }

  changed = (slot: Slot): void => {
    if (slot.noted === 'changed' || slot.noted === 'both') return
    slot.noted = slot.noted === 'open' ? 'both' : 'changed'
    this.#changed.push(slot)
  }

  formsOf = (kind: KindRef): Forms => {
    const present = this.#forms.get(kindKey(kind))
    if (present !== undefined) return present
    const forms = new Forms()
    this.#forms.set(kindKey(kind), forms)
    return forms
  }

  /** From now on no place is closed before the turn ends. */
  beginTurn(): void {
    this.#turning = true
  }

  /** Closes, a little at a time, what has been open for longest, and all that has changed where that is much. */
  *endTurn(): Generator<void, void, void> {
    const changed = this.#changed
    this.#changed = []
    const many = changed.length > stream
    for (let at = 0; at < changed.length; at++) {
      const slot = changed[at] as Slot
      const known = slot.noted === 'both'
      slot.noted = known ? 'open' : 'nowhere'
      if (slot.empty) this.#gone += known ? 1 : 0
      else if (many) slot.fold(slot.table.forms)
      else if (!known) this.opened(slot)
      if (at % closedInStep === closedInStep - 1) yield
    }
    this.#forgetGone()
    const until = this.#opened.length - this.#keptOpen
    while (this.#done < until) {
      this.#closeUntil(Math.min(until, this.#done + closedInStep))
      yield
    }
    this.#turning = false
    this.#forgetDone()
  }

  /** Closes those that were laid open first, up to the given one. */
  #closeUntil(until: number): void {
    for (; this.#done < until; this.#done++) {
      const slot = this.#opened[this.#done] as Slot
      slot.noted = slot.noted === 'both' ? 'changed' : 'nowhere'
      slot.fold(slot.table.forms)
    }
    if (!this.#turning) this.#forgetDone()
  }

  // Places of objects that are gone would be held, and keep others from staying open. Not each time: all are looked through for that.
  #forgetGone(): void {
    if (this.#gone * 4 < this.#opened.length - this.#done || this.#gone === 0) return
    const kept: Slot[] = []
    for (let at = this.#done; at < this.#opened.length; at++) {
      const slot = this.#opened[at] as Slot
      if (!slot.empty) kept.push(slot)
      else slot.noted = slot.noted === 'both' ? 'changed' : 'nowhere'
    }
    this.#opened = kept
    this.#done = 0
    this.#gone = 0
  }

  #forgetDone(): void {
    if (this.#done < this.#opened.length / 2) return
    this.#opened = this.#opened.slice(this.#done)
    this.#done = 0
  }
}
