type List<Item> = readonly Item[]

/** Some neighbours in a long list, and what has been taken of them. Neither the items nor what was taken changes. */
export class Stretch<Item> {
  readonly items: List<Item>
  #known: Map<object, unknown> | undefined = undefined

  constructor(items: List<Item>) {
    this.items = items
  }

  /** What was taken of these items under this key, made where it was not: the same key must always mean the same thing. */
  remembered<Taken extends object | number>(key: object, take: (stretch: Stretch<Item>) => Taken): Taken {
    this.#known ??= new Map()
    const known = this.#known.get(key)
    if (known !== undefined) return known as Taken
    const taken = take(this)
    this.#known.set(key, taken)
    return taken
  }

  /** The same for what varies with something that a text stands for. */
  rememberedBy<Taken extends object>(
    key: object,
    text: string,
    take: (stretch: Stretch<Item>) => Taken,
  ): Taken {
    const byText = this.remembered(key, () => new Map<string, Taken>())
    const known = byText.get(text)
    if (known !== undefined) return known
    const taken = take(this)
    byText.set(text, taken)
    return taken
  }
}

// On the list itself, where nobody sees it: which stretches it was joined from says nothing that the list does not say. A WeakMap would keep
// each list alive until the collector's longest round.
const joinedFrom: unique symbol = Symbol('joined from')

interface JoinedList<Item> extends ReadonlyArray<Item> {
  readonly [joinedFrom]?: readonly Stretch<Item>[]
}

/** A list that is shorter is taken as one: what would be remembered of it costs more than looking at it again. */
const shortest = 64

/**
 * One list out of neighbouring stretches. Whoever changes a long list joins it anew from the stretches in which nothing changed and the few
 * in which something did; then whatever is folded over it costs as much as those few.
 */
export function joinStretches<Item>(stretches: readonly Stretch<Item>[]): List<Item> {
  const filled = stretches.filter(({ items }) => items.length > 0)
  const list = ([] as Item[]).concat(...filled.map(itemsOf))
  if (list.length >= shortest) Object.defineProperty(list, joinedFrom, { value: filled })
  return list
}

const itemsOf = <Item>({ items }: Stretch<Item>): List<Item> => items

/** The stretches that a list was joined from; one that holds all of it where it was not. */
export function stretchesOf<Item>(list: List<Item>): readonly Stretch<Item>[] {
  return knownStretches(list) ?? [new Stretch(list)]
}

/** Whether a list was joined from stretches. */
export function isStretched(list: List<unknown>): boolean {
  return knownStretches(list) !== undefined
}

const knownStretches = <Item>(list: List<Item>): readonly Stretch<Item>[] | undefined =>
  (list as JoinedList<Item>)[joinedFrom]

/**
 * Takes something of a list that can as well be taken of its stretches and merged, and remembers it of each stretch. What comes out is the
 * same as without stretches: `of(list)`, which must not ask for anything but its items.
 */
export function foldStretches<Item, Sum extends object | number>(
  of: (items: List<Item>) => Sum,
  merge: (sums: readonly Sum[]) => Sum,
): (list: List<Item>) => Sum {
  const take = ({ items }: Stretch<Item>): Sum => of(items)
  return (list) => {
    const stretches = knownStretches(list)
    return stretches === undefined
      ? of(list)
      : merge(stretches.map((stretch) => stretch.remembered(take, take)))
  }
}

/** What becomes of the items of a list, in stretches where the list has some; each item must count for itself. */
export function mapStretches<Item, Made>(
  of: (items: List<Item>) => List<Made>,
): (list: List<Item>) => List<Made> {
  const take = ({ items }: Stretch<Item>): Stretch<Made> => new Stretch(of(items))
  return (list) => {
    const stretches = knownStretches(list)
    return stretches === undefined
      ? of(list)
      : joinStretches(stretches.map((stretch) => stretch.remembered(take, take)))
  }
}

/** The items of a list that pass a test, in stretches where the list has some; the list itself where all of these pass. */
export function filterStretches<Item>(test: (item: Item) => boolean): (list: List<Item>) => List<Item> {
  const take = (stretch: Stretch<Item>): Stretch<Item> => passing(stretch, test)
  return (list) =>
    isStretched(list) ? joinKept(list, (stretch) => stretch.remembered(take, take)) : kept(list, test)
}

/** Filters by something that varies, such as the labels that are asked for; what gives the same text must give the same result. */
export function filterStretchesBy<Item, By>(
  text: (by: By) => string,
  test: (item: Item, by: By) => boolean,
): (list: List<Item>, by: By) => List<Item> {
  return (list, by) => {
    const passes = (item: Item): boolean => test(item, by)
    if (!isStretched(list)) return kept(list, passes)
    const key = text(by)
    const take = (stretch: Stretch<Item>): Stretch<Item> => passing(stretch, passes)
    return joinKept(list, (stretch) => stretch.rememberedBy(test, key, take))
  }
}

// Mostly all pass, and then there is nothing to copy.
function kept<Item>(list: List<Item>, test: (item: Item) => boolean): List<Item> {
  for (let at = 0; at < list.length; at++) if (!test(list[at] as Item)) return list.filter(test)
  return list
}

function passing<Item>(stretch: Stretch<Item>, test: (item: Item) => boolean): Stretch<Item> {
  const kept = stretch.items.filter(test)
  return kept.length === stretch.items.length ? stretch : new Stretch(kept)
}

function joinKept<Item>(list: List<Item>, keep: (stretch: Stretch<Item>) => Stretch<Item>): List<Item> {
  const stretches = stretchesOf(list)
  // Mostly all of them are kept, and then nothing is made.
  for (const stretch of stretches) if (keep(stretch) !== stretch) return joinStretches(stretches.map(keep))
  return list
}
