import { valuesAt } from '@sitrep/status'
import type { Branch } from './branch.ts'

/** How far a rollout below a line of the tree has come. */
interface Rollout {
  readonly done: number
  readonly wanted: number
  /** Those of before that are still there. */
  readonly old: number
  readonly to: readonly string[]
  readonly from: readonly string[]
}

/** A rollout in one line: `v1.36.0 → v1.36.1, 4 of 10`; nothing where nothing of before is left. */
export function rolloutWords(branch: Branch): string | undefined {
  const parts = countedBelow(branch)
  const old = sum(parts, (part) => part.old)
  if (old <= 0) return undefined
  const [done, wanted] = [sum(parts, (part) => part.done), sum(parts, (part) => part.wanted)]
  const rolling = parts.filter((part) => part.old > 0)
  const to = distinct(rolling.flatMap((part) => part.to))
  const from = distinct(rolling.flatMap((part) => part.from)).filter((version) => !to.includes(version))
  const what = from.length === 0 ? 'Rolling out' : `${from.join(' and ')} → ${to.join(' and ')}`
  // All new ones are there, and what is left is that the old ones go.
  const left = done < wanted ? '' : `, ${old} old ${old === 1 ? 'one' : 'ones'} to go`
  return `${what}, ${done} of ${wanted}${left}`
}

// A line that counts its own speaks for what lies below it; one that does not is the sum of those below it.
function countedBelow(branch: Branch): readonly Rollout[] {
  const own = countedIn(branch)
  return own === undefined ? branch.children.flatMap(countedBelow) : [own]
}

function countedIn(branch: Branch): Rollout | undefined {
  const object = branch.object?.computed
  const count = (...paths: readonly string[]): number | undefined =>
    paths
      .flatMap((path) => valuesAt(object, path))
      .find((found): found is number => typeof found === 'number')
  const wanted = count('spec.replicas')
  const there = count('status.replicas')
  const done = count('status.upToDateReplicas', 'status.updatedReplicas')
  if (wanted === undefined || there === undefined || done === undefined) return undefined
  const to = branch.version === undefined ? [] : [branch.version]
  const reported = valuesAt(object, 'status.version').filter((found) => typeof found === 'string')
  return { done, wanted, old: there - done, to, from: [...reported, ...versionsBelow(branch)] }
}

const versionsBelow = ({ children }: Branch): readonly string[] =>
  children.flatMap((child) => [
    ...(child.version === undefined ? [] : [child.version]),
    ...versionsBelow(child),
  ])

const sum = (parts: readonly Rollout[], of: (part: Rollout) => number): number =>
  parts.reduce((total, part) => total + of(part), 0)

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)].sort()
