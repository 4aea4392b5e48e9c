import { withoutName } from '@sitrep/present'
import type { JudgedBranch } from './branch-verdict.ts'

const fewestToGroup = 3
const mostNames = 3

/** Siblings in the same state for the same cause become one line; those that differ in kind, version, reason or message do not. */
export function groupBranches(branch: JudgedBranch): JudgedBranch {
  const groups = new Map<string, JudgedBranch[]>()
  for (const [at, child] of branch.children.map(groupBranches).entries()) {
    const key = isAlone(child) ? String(at) : JSON.stringify(likeness(child))
    groups.set(key, [...(groups.get(key) ?? []), child])
  }
  const children = [...groups.values()].flatMap((members) =>
    members.length < fewestToGroup ? members : [together(members)],
  )
  return { ...branch, children }
}

const isAlone = ({ object, children }: JudgedBranch): boolean => object === undefined || children.length > 0

function likeness({ heading, label, object, verdict }: JudgedBranch): unknown {
  const name = object?.ref.name ?? ''
  const generation = object?.computed.metadata.generation
  const seen = (object?.computed.status as { observedGeneration?: unknown } | undefined)?.observedGeneration
  return [
    heading,
    withoutName(label, name),
    verdict?.text,
    verdict?.reason,
    withoutName(verdict?.message ?? '', name),
    object?.computed.metadata.deletionTimestamp !== undefined,
    seen !== undefined && seen !== generation,
  ]
}

// The one that has been so for longest speaks for all.
function together(members: readonly JudgedBranch[]): JudgedBranch {
  const oldest = members.toSorted((a, b) => (sinceOf(a) < sinceOf(b) ? -1 : 1))[0] as JudgedBranch
  const names = members.map(({ object }) => object?.ref.name ?? '').sort()
  const more = names.length > mostNames ? `, … (${names.length - mostNames} more)` : ''
  const version = /, (v[^,]+)$/.exec(oldest.label)?.[1]
  const label = `${members.length} ${oldest.object?.ref.kind}s: ${names.slice(0, mostNames).join(', ')}${more}`
  return { ...oldest, label: version === undefined ? label : `${label}, ${version}`, grouped: members }
}

const sinceOf = ({ verdict }: JudgedBranch): string => verdict?.since ?? ''
