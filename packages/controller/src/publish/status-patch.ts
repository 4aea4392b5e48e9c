import type { Condition } from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'
import { conditionsIn } from './conditions-in.ts'
import { sameJson } from './same-json.ts'

type Status = Readonly<Record<string, unknown>>

/** What an object should say, and which of its conditions are ours to say. */
export interface Wanted {
  readonly status: Status
  readonly owned: readonly string[]
  /** Where conditions are kept below `status`. */
  readonly conditionsPath: readonly string[]
}

/**
 * The JSON merge patch that makes a stored object say what was computed, or nothing when it already does. Conditions of other
 * owners stay as they are stored; the version makes sure that nobody wrote in between.
 */
export function statusPatch(
  stored: KubeObject,
  wanted: Wanted,
): Readonly<Record<string, unknown>> | undefined {
  const before = (stored.status ?? {}) as Status
  const after = withStoredConditions(before, wanted)
  const changes = mergePatch(before, after)
  if (changes === undefined) return undefined
  const { resourceVersion } = stored.metadata
  return { ...(resourceVersion !== undefined && { metadata: { resourceVersion } }), status: changes }
}

// What is ours stands as it was computed, with its time, its place and whatever else its model has: nobody stamps later. What is not ours
// stands as it is stored, for it may have changed since we looked.
function withStoredConditions(before: Status, { status, owned, conditionsPath }: Wanted): Status {
  const stored = conditionsIn(before, conditionsPath)
  const computed = conditionsIn(status, conditionsPath)
  const foreign = stored.filter(({ type }) => !owned.includes(type))
  const ours = computed.flatMap((condition) => {
    if (owned.includes(condition.type)) return [condition]
    return foreign.filter(({ type }) => type === condition.type)
  })
  const added = foreign.filter(({ type }) => computed.every((condition) => condition.type !== type))
  const conditions = [...ours, ...added]
  return replaced(
    status,
    conditionsPath,
    conditions.length === 0 && computed.length === 0 ? undefined : conditions,
  ) as Status
}

function replaced(
  value: unknown,
  path: readonly string[],
  conditions: readonly Condition[] | undefined,
): unknown {
  const [step, ...rest] = path
  if (step === undefined) return conditions
  const record = (typeof value === 'object' && value !== null ? value : {}) as Status
  const inner = replaced(record[step], rest, conditions)
  return inner === undefined && record[step] === undefined ? record : { ...record, [step]: inner }
}

/** RFC 7386: what must be merged into `before` to make it `after`; nothing when they are the same. */
function mergePatch(before: Status, after: Status): Status | undefined {
  const patch: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [before[key], after[key]]
    if (sameJson(old, next)) continue
    patch[key] = isRecord(old) && isRecord(next) ? mergePatch(old, next) : (next ?? null)
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

const isRecord = (value: unknown): value is Status =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
