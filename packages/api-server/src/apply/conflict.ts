import { compareText } from './compare-text.ts'
import { type FieldSet, pathsOf } from './field-set.ts'
import { type Owner, type Owners, ownerText } from './owner.ts'
import { type PathElement, pathText } from './path-element.ts'

/** A field that somebody else owns and that an apply would change. */
export interface Conflict {
  readonly owner: Owner
  readonly path: readonly PathElement[]
}

/** A cause as a Status lists it. */
export interface ConflictCause {
  readonly reason: 'FieldManagerConflict'
  readonly message: string
  readonly field: string
}

/** The single conflicts, owner by owner. */
export function conflictsOf(owners: Owners, touched: ReadonlyMap<string, FieldSet>): Conflict[] {
  return [...touched]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([id, fields]) => {
      const owner = owners.get(id)
      return owner === undefined ? [] : pathsOf(fields).map((path) => ({ owner, path }))
    })
}

export function conflictCauses(conflicts: readonly Conflict[]): ConflictCause[] {
  return conflicts.map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${ownerText(owner)}`,
    field: pathText(path),
  }))
}

export function conflictMessage(conflicts: readonly Conflict[]): string {
  const [only] = conflicts
  if (only !== undefined && conflicts.length === 1) {
    return `Apply failed with 1 conflict: conflict with ${ownerText(only.owner)}: ${pathText(only.path)}`
  }
  const lines: string[] = []
  let previous: Owner | undefined
  for (const { owner, path } of conflicts) {
    if (owner !== previous) lines.push(`conflicts with ${ownerText(owner)}:`)
    lines.push(`- ${pathText(path)}`)
    previous = owner
  }
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`
}
