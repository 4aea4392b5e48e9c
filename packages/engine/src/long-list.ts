import { joinStretches, Stretch } from '@sitrep/conditions'
import { lowerBound, type Onlooker, type Reader, type Slot } from './graph.ts'

/** From how many members on a list is kept in stretches: below that, looking at all of them costs less than what is kept would. */
export const longFrom = 256

const usual = 64
const least = usual / 2
const most = usual * 2

/** Neighbours in a list and what was seen of them. */
interface Neighbours {
  readonly slots: readonly Slot[]
  readonly seen: Stretch<unknown>
}

/** What a reader sees of a long list, in stretches that are the same again as long as nothing in them has changed. */
export class LongList implements Onlooker {
  readonly reader: Reader
  #stretches: readonly Neighbours[] = []
  #seen: readonly unknown[] = []
  #moved = true
  readonly #changed: Set<Slot> = new Set()

  constructor(reader: Reader) {
    this.reader = reader
  }

  moved = (): void => {
    this.#moved = true
  }

  changed = (slot: Slot): void => {
    this.#changed.add(slot)
  }

  /** What is seen of these members now, in their order. */
  of(members: readonly Slot[]): readonly unknown[] {
    if (!this.#moved && this.#changed.size === 0) return this.#seen
    this.#stretches = this.#moved ? this.#cutAnew(members) : this.#lookAgain(members)
    this.#seen = joinStretches(this.#stretches.map(({ seen }) => seen))
    this.#moved = false
    this.#changed.clear()
    return this.#seen
  }

  // Nobody has come or gone: those with a change in them are looked at again, in their places.
  #lookAgain(members: readonly Slot[]): readonly Neighbours[] {
    const stale = new Set<number>()
    for (const slot of this.#changed) stale.add(this.#placeOf(lowerBound(members, slot)))
    return this.#stretches.map((stretch, place) => (stale.has(place) ? this.#look(stretch.slots) : stretch))
  }

  #placeOf(at: number): number {
    let end = 0
    return this.#stretches.findIndex(({ slots }) => {
      end += slots.length
      return at < end
    })
  }

  #cutAnew(members: readonly Slot[]): readonly Neighbours[] {
    const byFirst = new Map(this.#stretches.map((stretch) => [stretch.slots[0], stretch]))
    const stretches: Neighbours[] = []
    for (let at = 0; at < members.length; ) {
      const known = byFirst.get(members[at])
      const stands = known !== undefined && this.#stands(known, members, at)
      const stretch = stands ? known : this.#look(members.slice(at, endOf(members, at, byFirst)))
      stretches.push(stretch)
      at += stretch.slots.length
    }
    return stretches
  }

  #stands({ slots }: Neighbours, members: readonly Slot[], from: number): boolean {
    const changed = this.#changed.size > 0
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as Slot
      if (slot !== members[from + at] || (changed && this.#changed.has(slot))) return false
    }
    return true
  }

  #look(slots: readonly Slot[]): Neighbours {
    const { view, layer } = this.reader
    const values: unknown[] = []
    for (const slot of slots) {
      const object = slot.in(layer)
      const value = object === undefined ? undefined : view.of(object)
      if (value !== undefined && value !== null) values.push(value)
    }
    return { slots, seen: new Stretch(values) }
  }
}

// Up to where the next one begins, so that whoever comes or goes moves no others; one that has become too long or too short is cut anew.
function endOf(
  members: readonly Slot[],
  from: number,
  byFirst: ReadonlyMap<Slot | undefined, Neighbours>,
): number {
  for (let at = from + least; at <= from + most && at < members.length; at++)
    if (byFirst.has(members[at])) return at
  return members.length - from <= most ? members.length : from + usual
}
