import {
  type Condition,
  isCanonicalInstant,
  isConditionStatus,
  noReasonReported,
  readConditions,
} from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'

/** The conditions of a provider's object, or why they cannot be taken for conditions. */
export type ProviderConditions =
  | { readonly valid: true; readonly conditions: readonly Condition[] }
  | { readonly valid: false; readonly error: string }

interface Places {
  readonly v1beta2?: { readonly conditions?: unknown } | null
  readonly conditions?: unknown
}

const nothingSaid: ProviderConditions = Object.freeze({ valid: true, conditions: Object.freeze([]) })

/**
 * The named conditions of an object that follows no schema of ours. One malformed entry spoils all of them, whichever type is
 * asked for.
 */
export function providerConditions(object: KubeObject, types: readonly string[]): ProviderConditions {
  const status = object.status as Places | null | undefined
  const ahead = status?.v1beta2?.conditions
  const list = Array.isArray(ahead) ? ahead : status?.conditions
  if (!Array.isArray(list)) return nothingSaid
  const conditions: Condition[] = []
  for (const entry of list) {
    // Providers' objects are read more often than anything but Machines, and hardly ever does one need a closer look.
    if (!isPlainlySound(entry)) return closerLook(object, types)
    if (types.includes(entry.type)) conditions.push(completed(entry))
  }
  return { valid: true, conditions }
}

function isPlainlySound(entry: unknown): entry is Condition {
  if (typeof entry !== 'object' || entry === null) return false
  const {
    type,
    status,
    reason,
    message,
    lastTransitionTime: time,
    observedGeneration,
  } = entry as Partial<Condition>
  return (
    typeof type === 'string' &&
    type !== '' &&
    isConditionStatus(status) &&
    (reason === undefined || typeof reason === 'string') &&
    (message === undefined || typeof message === 'string') &&
    (time === undefined || (typeof time === 'string' && isCanonicalInstant(time))) &&
    (observedGeneration === undefined || Number.isSafeInteger(observedGeneration))
  )
}

function completed(entry: Condition): Condition {
  const { reason, message } = entry
  return reason && message !== undefined
    ? entry
    : { ...entry, reason: reason || noReasonReported, message: message ?? '' }
}

// The words of the released library, which quotes them in messages.
function unreadable(
  { kind }: KubeObject,
  { why, path }: { readonly why: string; readonly path?: readonly string[] },
): string {
  return path === undefined
    ? why
    : `failed to convert ${path.join('.')} from ${kind} to []metav1.Condition: ${why}`
}

function closerLook(object: KubeObject, types: readonly string[]): ProviderConditions {
  const reading = readConditions(object)
  if (!reading.read) return { valid: false, error: unreadable(object, reading) }
  return { valid: true, conditions: reading.items.filter(({ type }) => types.includes(type)) }
}
