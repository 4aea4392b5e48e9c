import { joinStretches, Stretch } from '@sitrep/conditions'
import type { Onlooker, Reader, Slot } from './graph.ts'
import { byKey, lowerBound } from './slot-order.ts'

/** From how many members on a list is kept in stretches: below that, looking at all of them costs less than what is kept would. */
export const longFrom = 256

const usual = 96
const least = usual / 2
const most = usual * 2

/** Neighbours in a list, from one place up to where the next ones begin, and what was seen of them. */
interface Neighbours {
  /** Where they begin, whether anybody stands there or not. */
  readonly from: Slot
  readonly slots: readonly Slot[]
  readonly values: readonly unknown[]
  /** Of those who show themselves. */
  readonly seen: Stretch<unknown>
}

/** What a reader sees of a long list, in stretches that are the same again as long as nothing in them has changed. */
export class LongList implements Onlooker {
  readonly reader: Reader
  #stretches: readonly Neighbours[] = []
  #seen: readonly unknown[] = []
  readonly #changed: Set<Slot> = new Set()

  constructor(reader: Reader) {
    this.reader = reader
  }

  changed = (slot: Slot): void => {
    if (this.#stretches.length > 0) this.#changed.add(slot)
    // So many are looked at together; and where nobody looks any more, they would only grow.
    if (this.#changed.size < longFrom && !this.reader.idle) return
    this.#stretches = []
    this.#changed.clear()
  }

  /** What is seen of these members now, in their order. */
  of(members: readonly Slot[]): readonly unknown[] {
    if (this.#stretches.length > 0 && this.#changed.size === 0) return this.#seen
    this.#stretches = this.#stretches.length === 0 ? this.#cut(members) : this.#lookAgain(members)
    this.#seen = joinStretches(this.#stretches.map(({ seen }) => seen))
    this.#changed.clear()
    return this.#seen
  }

  // Only where somebody has come, gone or changed; who is as before is seen as before.
  #lookAgain(members: readonly Slot[]): readonly Neighbours[] {
    const stale = new Set<number>()
    for (const slot of this.#changed) stale.add(this.#placeOf(slot))
    const stretches: Neighbours[] = []
    for (const [place, stretch] of this.#stretches.entries()) {
      if (!stale.has(place)) stretches.push(stretch)
      else for (const cut of this.#cut(this.#standing(members, place), stretch)) add(stretches, cut)
    }
    return stretches
  }

  #placeOf(slot: Slot): number {
    let [low, high] = [1, this.#stretches.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (byKey((this.#stretches[middle] as Neighbours).from, slot) <= 0) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  #standing(members: readonly Slot[], place: number): readonly Slot[] {
    const [here, next] = [this.#stretches[place], this.#stretches[place + 1]]
    const start = place === 0 || here === undefined ? 0 : lowerBound(members, here.from)
    return members.slice(start, next && lowerBound(members, next.from))
  }

  #cut(slots: readonly Slot[], before?: Neighbours): readonly Neighbours[] {
    const known = new Map(before?.slots.map((slot, at) => [slot, before.values[at]]))
    const values = slots.map((slot) =>
      known.has(slot) && !this.#changed.has(slot) ? known.get(slot) : this.#valueOf(slot),
    )
    const pieces = slots.length <= most ? 1 : Math.ceil(slots.length / usual)
    const length = Math.ceil(slots.length / pieces)
    const cuts: Neighbours[] = []
    for (let at = 0; at < slots.length; at += length) {
      const from = at === 0 ? (before?.from ?? slots[0]) : slots[at]
      cuts.push(neighbours(from as Slot, slots.slice(at, at + length), values.slice(at, at + length)))
    }
    return cuts
  }

  #valueOf(slot: Slot): unknown {
    const object = slot.in(this.reader.layer)
    if (object === undefined) return undefined
    return this.#seenElsewhere(slot) ?? this.reader.view.of(object) ?? undefined
  }

  // A Machine stands in the lists of its set, its deployment and its cluster: they share what is seen of it.
  #seenElsewhere(slot: Slot): unknown {
    const { view, layer } = this.reader
    for (const { onlookers } of slot.buckets)
      for (const other of onlookers)
        if (other instanceof LongList && other !== this) {
          const { reader } = other
          const seen = reader.view === view && reader.layer === layer ? other.#lastSeen(slot) : undefined
          if (seen !== undefined) return seen
        }
    return undefined
  }

  #lastSeen(slot: Slot): unknown {
    if (this.#changed.has(slot)) return undefined
    const stretch = this.#stretches[this.#placeOf(slot)]
    return stretch?.values[stretch.slots.indexOf(slot)]
  }
}

function neighbours(from: Slot, slots: readonly Slot[], values: readonly unknown[]): Neighbours {
  const shown = values.includes(undefined) ? values.filter((value) => value !== undefined) : values
  return { from, slots, values, seen: new Stretch(shown) }
}

// Few are put to those before them, so that no list falls to pieces over time.
function add(stretches: Neighbours[], next: Neighbours): void {
  const last = stretches.at(-1)
  const length = (last?.slots.length ?? 0) + next.slots.length
  if (last === undefined || next.slots.length >= least || length > most) stretches.push(next)
  else {
    const slots = [...last.slots, ...next.slots]
    stretches[stretches.length - 1] = neighbours(last.from, slots, [...last.values, ...next.values])
  }
}
