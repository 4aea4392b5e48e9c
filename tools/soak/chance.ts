/** A row of numbers that look random and are the same for the same seed. */
export interface Chance {
  /** From 0 up to 1. */
  readonly number: () => number
  /** From 0 up to, but without, this. */
  readonly below: (limit: number) => number
  readonly happens: (probability: number) => boolean
  readonly pick: <Item>(items: readonly Item[]) => Item
}

/** Draws numbers from a seed (the generator is mulberry32: 32 bits of state are enough for deciding who is hit). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(number() * limit)
  return {
    number,
    below,
    happens: (probability) => number() < probability,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new TypeError('There is nothing to pick from')
      return item
    },
  }
}
