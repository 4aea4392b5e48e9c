/** An order, and how many of the first in it are wanted. */
export interface Smallest<Item> {
  readonly count: number
  readonly compare: (a: Item, b: Item) => number
}

/** The first few of a list in an order, without sorting the rest of it. */
export function smallest<Item>(items: readonly Item[], wanted: Smallest<Item>): readonly Item[] {
  const chosen: Item[] = []
  for (let i = 0; i < items.length; i++) keepSmallest(chosen, items[i] as Item, wanted)
  return chosen
}

/** Takes one more into the first few, in its place, where it is one of them. */
export function keepSmallest<Item>(chosen: Item[], item: Item, { count, compare }: Smallest<Item>): void {
  let place = chosen.length
  while (place > 0 && compare(item, chosen[place - 1] as Item) < 0) place--
  if (place >= count) return
  if (chosen.length < count) chosen.push(item)
  for (let last = chosen.length - 1; last > place; last--) chosen[last] = chosen[last - 1] as Item
  chosen[place] = item
}
