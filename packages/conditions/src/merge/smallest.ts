/** The first few of a list in an order, without sorting the rest of it. */
export function smallest<Item>(
  items: readonly Item[],
  count: number,
  compare: (a: Item, b: Item) => number,
): readonly Item[] {
  const chosen: Item[] = []
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Item
    let place = chosen.length
    while (place > 0 && compare(item, chosen[place - 1] as Item) < 0) place--
    if (place >= count) continue
    if (chosen.length < count) chosen.push(item)
    for (let last = chosen.length - 1; last > place; last--) chosen[last] = chosen[last - 1] as Item
    chosen[place] = item
  }
  return chosen
}
