import { type Condition, type Decision, type Instant, setCondition } from '@sitrep/conditions'
import {
  type ConditionList,
  conditionsAt,
  list as entriesIn,
  formatEntry,
  type KubeObject,
  listName,
  meantAddresses,
  type StatusDefinition,
  at as valueAt,
} from '@sitrep/status'
import { withValue } from './refresh.ts'

interface FailedCondition {
  readonly definition: StatusDefinition
  readonly lists: readonly ConditionList[]
  readonly condition: Omit<Condition, 'type'>
  readonly now: Instant
}

/** The status of an object whose definition failed: as before, and at the definition's failure address one condition that says so. */
export function failedIn(
  object: KubeObject,
  { definition, lists, condition, now }: FailedCondition,
): { readonly status: unknown; readonly decided: readonly Decision[] } {
  const { generation } = object.metadata
  const { order, moves } = definition
  let status = object.status
  const decided: Decision[] = []
  for (const { at, type } of meantAddresses(object, definition.onFailure, lists)) {
    const failed: Condition = { ...condition, type }
    const before = conditionsAt(object, at, lists)
    const conditions = setCondition(before, failed, { generation, now, order, moves })
    const next = withConditionsAt({ ...object, status }, { at: at ?? '', lists, conditions })
    // An entry that is not there has nowhere to say it.
    if (next === undefined) continue
    status = next.status
    decided.push({ outcome: 'set', type, by: 'stated', condition: failed, sources: [], ...(at && { at }) })
  }
  return { status, decided }
}

interface Placed {
  readonly at: string
  readonly lists: readonly ConditionList[]
  readonly conditions: readonly Condition[]
}

function withConditionsAt(object: KubeObject, { at, lists, conditions }: Placed): KubeObject | undefined {
  for (const list of lists) {
    const [, ...path] = list.path
    if (list.entries === undefined) {
      if (listName(list) === at) return { ...object, status: withValue(object.status, path, conditions) }
      continue
    }
    const entries = entriesIn(valueAt(object.status, ...path))
    const index = entries.findIndex((entry) => nameOf(entry, list, object) === at)
    if (index === -1) continue
    const next = entries.with(index, { ...(entries[index] as object), conditions })
    return { ...object, status: withValue(object.status, path, next) }
  }
  return undefined
}

function nameOf(entry: unknown, list: ConditionList, object: KubeObject): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined
  const key = list.entries?.key(entry as Readonly<Record<string, unknown>>, object.metadata)
  return key === undefined ? undefined : formatEntry(listName(list), key)
}
