import { type KindRef, kindKey } from '@sitrep/status'
import { Forms } from './forms.ts'
import type { Opened, Slot } from './graph.ts'
import type { Sheets } from './held-objects.ts'

/** So many places stay open between turns unless somebody says otherwise: whoever looked at them will often look again. */
const usuallyOpen = 8_192

/** So many more lie open for those who ask between turns. */
const untilLookedAt = 64

/** Less than a millisecond's work. */
const closedInStep = 50

/** The places whose objects lie open. All others are kept as sheets. */
export class OpenSlots implements Opened {
  readonly #forms: Map<string, Forms> = new Map()
  readonly #keptOpen: number
  /** Those that have lain open longest first. */
  readonly #open: Map<Slot, Sheets> = new Map()
  /** Those that have changed in this turn. */
  #changed: Slot[] = []
  #turning = false

  constructor(keptOpen: number = usuallyOpen) {
    this.#keptOpen = keptOpen
  }

  note = (slot: Slot): Sheets => {
    const present = this.#open.get(slot)
    if (present !== undefined) return present
    const sheets: Sheets = { reported: undefined, computed: undefined, changed: false }
    this.#open.set(slot, sheets)
    // Within a turn an object stays the same object, and for a while after it was asked for.
    if (!this.#turning && this.#open.size > 2 * this.#keptOpen + untilLookedAt)
      this.#closeOldest(untilLookedAt)
    return sheets
  }

  change = (slot: Slot): Sheets => {
    const sheets = this.note(slot)
    if (!sheets.changed) this.#changed.push(slot)
    sheets.changed = true
    return sheets
  }

  known = (slot: Slot): Sheets | undefined => this.#open.get(slot)

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

  /** Closes, a little at a time, what has been open for longest, and all that has changed where that is much: it came in a stream, and nobody comes back to it soon. */
  *endTurn(): Generator<void, void, void> {
    this.#turning = false
    const changed = this.#changed
    this.#changed = []
    const many = changed.length > this.#keptOpen / 32
    for (const [at, slot] of changed.entries()) {
      const sheets = this.#open.get(slot)
      if (sheets === undefined) continue
      sheets.changed = false
      if (many) this.#close(slot, sheets)
      if (at % closedInStep === closedInStep - 1) yield
    }
    this.#closeOldest(0)
  }

  #closeOldest(spared: number): void {
    for (const [slot, sheets] of this.#open) {
      if (this.#open.size <= this.#keptOpen + spared) return
      this.#close(slot, sheets)
    }
  }

  #close(slot: Slot, sheets: Sheets): void {
    this.#open.delete(slot)
    slot.fold(sheets, slot.table.forms)
  }
}
