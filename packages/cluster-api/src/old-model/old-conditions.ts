import {
  type Instant,
  isConditionStatus,
  type NamedObject,
  readSeverityConditions,
  type SeverityCondition,
  setSeverityConditions,
  summarizeSeverity,
} from '@sitrep/conditions'
import { compact, type KubeObject } from '@sitrep/status'
import { compareSeverityConditions } from '../model/condition-order.ts'
import { legacyStatus } from '../model/stages.ts'

/** Where objects keep the conditions of the older model. */
interface OldPlaces {
  readonly backCompatibility?: { readonly conditions?: unknown } | null
  readonly deprecated?: { readonly v1beta1?: { readonly conditions?: unknown } | null } | null
  readonly conditions?: unknown
}

/** The `Ready` of the older model, of one of our own kinds. What it says in the newer model is something else. */
export function oldReadyOf({ status }: KubeObject): SeverityCondition | undefined {
  const places = status as OldPlaces | null | undefined
  return readyIn(places?.backCompatibility?.conditions ?? places?.deprecated?.v1beta1?.conditions)
}

/** The same of a provider's object, which may know nothing but the older model and keep it where it always was. */
export function providerOldReadyOf({ status }: KubeObject): SeverityCondition | undefined {
  const places = status as OldPlaces | null | undefined
  return readyIn(places?.deprecated?.v1beta1?.conditions ?? places?.conditions)
}

// Only the one condition is looked at: this is read very often.
function readyIn(list: unknown): SeverityCondition | undefined {
  if (!Array.isArray(list)) return undefined
  for (const entry of list) {
    // What says nothing cannot be repeated: an API server would refuse the whole status.
    if (entry?.type === 'Ready') return isConditionStatus(entry.status) ? oldCondition(entry) : undefined
  }
  return undefined
}

/** Conditions of the newer model have a generation, which means nothing here. */
function oldCondition(
  entry: SeverityCondition & { readonly observedGeneration?: unknown },
): SeverityCondition {
  if (!('observedGeneration' in entry)) return entry
  return compact({ ...entry, observedGeneration: undefined })
}

const conditionsInside = { path: ['conditions'] }

/** The conditions of the older model in a status of ours, wherever its stage keeps them. */
export function oldConditionsIn(status: unknown): readonly SeverityCondition[] {
  const reading = readSeverityConditions(legacyStatus(status), conditionsInside)
  return reading.read ? reading.items : []
}

/** Whose conditions these are, and which of them its `Ready` sums up. */
export interface OldSummary {
  readonly ref: NamedObject
  readonly types: readonly string[]
  readonly now: Instant
}

/** Sets what was found out, one after the other, and sums it up as `Ready`. */
export function markOld(
  previous: readonly SeverityCondition[],
  marks: readonly SeverityCondition[],
  { ref, types, now }: OldSummary,
): readonly SeverityCondition[] {
  const stamp = { now, order: compareSeverityConditions }
  const conditions = setSeverityConditions(previous, marks, stamp)
  const ready = summarizeSeverity({ ...ref, conditions }, { types })?.condition
  return setSeverityConditions(conditions, [ready], stamp)
}
