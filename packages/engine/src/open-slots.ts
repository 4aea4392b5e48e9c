import { type KindRef, kindKey } from '@sitrep/status'
import { Forms } from './forms.ts'
import type { Opened, Slot } from './graph.ts'

/** So many places stay open between turns unless somebody says otherwise: whoever came back to them will often come again. */
const usuallyOpen = 32_768

/**
 * So many of those stay open that nobody came back to. When all of a world is written, each object is looked at once and then not for long:
 * what stays just long enough to be taken for old is the dearest of all for the collector. With fewer, what was written would be closed before it
 * comes back.
 */
const openAtFirst = 512

/** More changes than this in one turn are no events but a stream: nobody comes back to them soon. */
const stream = 128

/** So many more lie open for those who ask between turns. */
const untilLookedAt = 64

/** Less than a millisecond's work. */
const closedInStep = 50

/** Places that were laid open, the first of them first; some may be closed by now. */
class Queue {
  readonly most: number
  #places: Slot[] = []
  /** How many of those at the beginning are done with. */
  #done = 0

  constructor(most: number) {
    this.most = most
  }

  get length(): number {
    return this.#places.length - this.#done
  }

  push(slot: Slot): void {
    this.#places.push(slot)
  }

  /** Takes out the one that was laid open first. */
  take(): Slot {
    const slot = this.#places[this.#done++] as Slot
    if (this.#done > this.#places.length / 2) {
      this.#places = this.#places.slice(this.#done)
      this.#done = 0
    }
    return slot
  }

  /** Lets go of those of whom that is said. */
  forget(isGone: (slot: Slot) => boolean): void {
    const kept: Slot[] = []
    for (let at = this.#done; at < this.#places.length; at++) {
      const slot = this.#places[at] as Slot
      if (!isGone(slot)) kept.push(slot)
    }
    this.#places = kept
    this.#done = 0
  }
}

/** The places whose objects lie open. All others are kept as sheets. */
export class OpenSlots implements Opened {
  readonly #forms: Map<string, Forms> = new Map()
  readonly #keptOpen: number
  /** Those that somebody came back to soon after they were closed, and the others. */
  readonly #again: Queue
  readonly #atFirst: Queue
  /** How often one was closed. */
  #closings = 0
  /** About how many of them have lost their objects since. */
  #gone = 0
  /** Those that have changed in this turn. */
  #changed: Slot[] = []
  #turning = false

  constructor(keptOpen: number = usuallyOpen) {
    this.#keptOpen = keptOpen
    this.#again = new Queue(keptOpen)
    this.#atFirst = new Queue(Math.min(keptOpen, openAtFirst))
  }

  opened = (slot: Slot): void => {
    if (slot.noted === 'open' || slot.noted === 'both') return
    slot.noted = slot.noted === 'changed' ? 'both' : 'open'
    const again = slot.closedAt > 0 && this.#closings - slot.closedAt < this.#keptOpen
    const queue = again ? this.#again : this.#atFirst
    queue.push(slot)
    // Within a turn an object stays the same object, and for a while after it was asked for. One for one: whoever asks pays for no others.
    if (!this.#turning && queue.length > 2 * queue.most + untilLookedAt) this.#close(queue)
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
    for (const queue of [this.#atFirst, this.#again])
      for (let closed = 0; queue.length > queue.most; ) {
        this.#close(queue)
        if (++closed % closedInStep === 0) yield
      }
    this.#turning = false
  }

  /** Closes the one that was laid open first. */
  #close(queue: Queue): void {
    const slot = queue.take()
    slot.noted = slot.noted === 'both' ? 'changed' : 'nowhere'
    slot.closedAt = ++this.#closings
    slot.fold(slot.table.forms)
  }

  // Places of objects that are gone would be held, and keep others from staying open. Not each time: all are looked through for that.
  #forgetGone(): void {
    if (this.#gone * 4 < this.#atFirst.length + this.#again.length || this.#gone === 0) return
    const isGone = (slot: Slot): boolean => {
      if (slot.empty) slot.noted = slot.noted === 'both' ? 'changed' : 'nowhere'
      return slot.empty
    }
    this.#atFirst.forget(isGone)
    this.#again.forget(isGone)
    this.#gone = 0
  }
}
