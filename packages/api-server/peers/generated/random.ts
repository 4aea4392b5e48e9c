/** Choices that look random and are the same for the same seed, so that both servers get the same requests. */
export interface Random {
  /** A whole number below `bound`. */
  below(bound: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  /** True once in `times`. */
  once(times: number): boolean
  /** Each of the items or not. */
  some<Item>(items: readonly Item[]): Item[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty for a few thousand choices.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return {
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    once: (times) => below(times) === 0,
    some: (items) => items.filter(() => below(2) === 0),
  }
}
