import { refKey } from '@sitrep/status'
import { type Explained, isTrouble, keyOf } from './explained.ts'
import { gravities, gravityOf, type Weighing } from './gravity.ts'

/**
 * The conditions at which the trouble begins: nothing that they rest on or follow from is in trouble itself. The gravest come first; of
 * those that are alike in that, what is certain, and then in the order of the chain. What says that all is well began nothing.
 */
export function firstCauses(explained: Explained, weighing: Weighing): readonly Explained[] {
  const found = new Map(leavesOf(explained).map((leaf) => [keyOf(leaf), leaf]))
  const leaves = found.size > 0 ? [...found.values()] : isTrouble(explained) ? [explained] : []
  const ranked = leaves.map((leaf) => ({ leaf, rank: gravities.indexOf(gravityOf(leaf, weighing)) }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ leaf }) => leaf)
}

// What is told elsewhere has its beginning there.
function leavesOf(explained: Explained): readonly Explained[] {
  const troubles = explained.causes.filter(isTrouble)
  if (troubles.length === 0) return isTrouble(explained) ? [explained] : []
  return troubles.filter(({ elsewhere }) => !elsewhere).flatMap(leavesOf)
}

/** The chain from a condition down to some of its causes, by the shortest way to each, and nothing else. */
export function chainTo(explained: Explained, causes: readonly Explained[]): Explained {
  const { whole, from } = waysFrom(explained)
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

interface Ways {
  /** Every condition of the chain, where it stands with its causes. */
  readonly whole: ReadonlyMap<string, Explained>
  /** From which condition each was reached first. */
  readonly from: ReadonlyMap<string, string>
}

function waysFrom(explained: Explained): Ways {
  const whole = new Map<string, Explained>()
  const collect = (each: Explained): void => {
    if (each.elsewhere !== true) whole.set(keyOf(each), each)
    each.causes.forEach(collect)
  }
  collect(explained)
  const from = new Map<string, string>()
  const start = keyOf(explained)
  const queue = [start]
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    for (const next of (whole.get(key)?.causes ?? []).filter(isTrouble).map(keyOf)) {
      if (next === start || from.has(next)) continue
      from.set(next, key)
      queue.push(next)
    }
  }
  return { whole, from }
}

// An object says the same thing several times on the way down; the last time says most.
function onceEach(cause: Explained): readonly Explained[] {
  const [only, ...others] = cause.causes
  const again = only !== undefined && others.length === 0 && refKey(only.ref) === refKey(cause.ref)
  if (again) return onceEach(only)
  return [{ ...cause, causes: cause.causes.flatMap(onceEach) }]
}
