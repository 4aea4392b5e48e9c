import { type Condition, readConditions } from '@sitrep/conditions'
import type { KubeObject } from '@sitrep/status'

/** The conditions of a provider's object, or why they cannot be taken for conditions. */
export type ProviderConditions =
  | { readonly valid: true; readonly conditions: readonly Condition[] }
  | { readonly valid: false; readonly error: string }

/**
 * The named conditions of an object that follows no schema of ours. One malformed entry spoils all of them, whichever type is
 * asked for.
 */
export function providerConditions(object: KubeObject, types: readonly string[]): ProviderConditions {
  const reading = readConditions(object)
  if (!reading.read) return { valid: false, error: reading.why }
  return { valid: true, conditions: reading.items.filter(({ type }) => types.includes(type)) }
}
