import { applyConditions, type Condition, diffConditions, type Instant } from '@sitrep/conditions'
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
  readonly now: Instant
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

function withStoredConditions(before: Status, { status, owned, conditionsPath, now }: Wanted): Status {
  const stored = conditionsIn(before, conditionsPath)
  const computed = conditionsIn(status, conditionsPath)
  const mine = [...computed.filter(({ type }) => owned.includes(type))]
  const kept = stored.filter(({ type }) => owned.includes(type))
  const conditions = applyConditions(diffConditions(kept, mine), stored, { owned, now })
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
