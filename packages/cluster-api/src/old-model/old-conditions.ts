import {
  getCondition,
  type Instant,
  isConditionStatus,
  type ObjectRef,
  readSeverityConditions,
  type SeverityCondition,
  setSeverityCondition,
  summarizeSeverity,
} from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'
import { at } from '../model/fields.ts'
import { legacyStatus } from '../model/layout.ts'

/** The `Ready` of the older model, of an object of any kind. */
export function oldReadyOf(object: KubeObject): SeverityCondition | undefined {
  const kept = at(object.status, 'backCompatibility')
  const reading = readSeverityConditions(kept === undefined ? object : { status: kept })
  const ready = reading.read ? getCondition(reading.items, 'Ready') : undefined
  // What says nothing cannot be repeated: an API server would refuse the whole status.
  return isConditionStatus(ready?.status) ? ready : undefined
}

/** The conditions of the older model in a status of ours, wherever its stage keeps them. */
export function oldConditionsIn(status: unknown): readonly SeverityCondition[] {
  const reading = readSeverityConditions({ status: { conditions: legacyStatus(status)['conditions'] } })
  return reading.read ? reading.items : []
}

/** Whose conditions these are, and which of them its `Ready` sums up. */
export interface OldSummary {
  readonly ref: ObjectRef
  readonly types: readonly string[]
  readonly now: Instant
}

/** Sets what was found out, one after the other, and sums it up as `Ready`. */
export function markOld(
  previous: readonly SeverityCondition[],
  marks: readonly SeverityCondition[],
  { ref, types, now }: OldSummary,
): readonly SeverityCondition[] {
  let conditions = previous
  for (const mark of marks) conditions = setSeverityCondition(conditions, mark, { now })
  const ready = summarizeSeverity({ ...ref, conditions }, { types })?.condition
  return setSeverityCondition(conditions, ready, { now })
}
