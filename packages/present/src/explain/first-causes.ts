import { refKey } from '@sitrep/status'
import { type Explained, isTrouble, keyOf } from './explained.ts'
import { gravities, gravityOf, type Weighing } from './gravity.ts'

/**
 * The conditions at which the trouble begins: nothing that they rest on or follow from is in trouble itself. The gravest come first; of
 * those that are alike in that, what is certain, and then in the order of the chain. What says that all is well began nothing.
 */
export function firstCauses(explained: Explained, weighing: Weighing): readonly Explained[] {
  const found = new Map<string, Explained>()
  for (const leaf of beginningsOf(explained)) if (!found.has(storyOf(leaf))) found.set(storyOf(leaf), leaf)
  const ranked = [...found.values()].map((leaf) => ({
    leaf,
    rank: gravities.indexOf(gravityOf(leaf, weighing)),
  }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ leaf }) => leaf)
}

// What an object says of several of its conditions in the same words is one story: a Node that is silent is silent about all of them.
const storyOf = (leaf: Explained): string =>
  leaf.condition?.message ? `${refKey(leaf.ref)} ${leaf.at ?? ''} ${leaf.condition.message}` : keyOf(leaf)

function beginningsOf(explained: Explained): readonly Explained[] {
  const whole = wholeOf(explained)
  const leaves: Explained[] = []
  // Where all that is in trouble follows from each other, the last ones before the ring closes stand for all.
  const rings: Explained[] = []
  const seen = new Set<string>()
  const visit = (each: Explained, path: readonly string[]): void => {
    const key = keyOf(each)
    if (seen.has(key)) return
    seen.add(key)
    const troubles = each.causes.filter(isTrouble)
    if (troubles.length === 0) leaves.push(...(isTrouble(each) ? [each] : []))
    else if (troubles.every((cause) => path.includes(keyOf(cause)))) rings.push(each)
    for (const cause of troubles) visit(whole.get(keyOf(cause)) ?? cause, [...path, key])
  }
  visit(explained, [])
  return leaves.length > 0 ? leaves : rings
}

// Every condition of the chain, where it stands with its causes.
function wholeOf(explained: Explained): ReadonlyMap<string, Explained> {
  const whole = new Map<string, Explained>()
  const collect = (each: Explained): void => {
    if (each.elsewhere !== true) whole.set(keyOf(each), each)
    each.causes.forEach(collect)
  }
  collect(explained)
  return whole
}

/** The chain from a condition down to some of its causes, by the shortest way to each that passes nobody over, and nothing else. */
export function chainTo(explained: Explained, causes: readonly Explained[]): Explained {
  const whole = wholeOf(explained)
  const from = waysFrom(explained, whole)
  const below = new Map<string, Set<string>>()
  for (const cause of causes) {
    let key = keyOf(cause)
    for (let above = from.get(key); above !== undefined; above = from.get(key)) {
      const known = below.get(above)
      if (known === undefined) below.set(above, new Set([key]))
      else known.add(key)
      key = above
    }
  }
  const cut = (key: string): Explained[] => {
    const node = whole.get(key)
    return node === undefined ? [] : [{ ...node, causes: [...(below.get(key) ?? [])].flatMap(cut) }]
  }
  const [chain = explained] = cut(keyOf(explained))
  return { ...chain, causes: chain.causes.flatMap(onceEach) }
}

// From which condition each was reached first.
function waysFrom(explained: Explained, whole: ReadonlyMap<string, Explained>): ReadonlyMap<string, string> {
  const from = new Map<string, string>()
  const start = keyOf(explained)
  const queue = [start]
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    for (const next of stepsFrom(key, whole)) {
      if (next === start || from.has(next)) continue
      from.set(next, key)
      queue.push(next)
    }
  }
  return from
}

// What follows from a cause by way of another object is reached through that one: a claim rests on what its composite is made of.
function stepsFrom(key: string, whole: ReadonlyMap<string, Explained>): readonly string[] {
  const stepsOf = (from: string): readonly string[] =>
    (whole.get(from)?.causes ?? []).filter(isTrouble).map(keyOf)
  const objectOf = (at: string): string => refKey(whole.get(at)?.ref ?? (whole.get(key) as Explained).ref)
  const passesOver = (step: string, other: string): boolean =>
    new Set([key, step, other].map(objectOf)).size === 3 &&
    stepsOf(other).includes(step) &&
    !stepsOf(step).includes(other)
  const steps = stepsOf(key)
  return steps.filter((step) => !steps.some((other) => passesOver(step, other)))
}

// An object says the same thing several times on the way down; the last time says most.
function onceEach(cause: Explained): readonly Explained[] {
  const [only, ...others] = cause.causes
  const again = only !== undefined && others.length === 0 && refKey(only.ref) === refKey(cause.ref)
  if (again) return onceEach(only)
  return [{ ...cause, causes: cause.causes.flatMap(onceEach) }]
}
