import type { SeverityCondition } from '@sitrep/conditions'
import { compact, type Fields } from '@sitrep/status'

/** What the older API says of an object. Counters mean what they meant there. */
export interface OldStatus {
  readonly conditions: readonly SeverityCondition[]
  readonly failureReason?: string | undefined
  readonly failureMessage?: string | undefined
  readonly readyReplicas?: number | undefined
  readonly availableReplicas?: number | undefined
  readonly unavailableReplicas?: number | undefined
  readonly updatedReplicas?: number | undefined
  readonly fullyLabeledReplicas?: number | undefined
}

/** A counter of the older API. */
export type OldCounter = Extract<keyof OldStatus, `${string}eplicas`>

/**
 * As released: under `deprecated.v1beta1`; nothing where there is nothing to say. The counters that a kind must have are zero
 * where nothing was counted; of the others a zero is left out.
 */
export function underDeprecated(
  old: OldStatus,
  required: readonly OldCounter[] = [],
): { readonly v1beta1: Fields } | undefined {
  const v1beta1 = filled({ ...old })
  if (v1beta1 === undefined) return undefined
  const zeros = Object.fromEntries(required.map((name) => [name, 0]))
  const said = Object.entries(v1beta1).filter(([, value]) => value !== 0)
  return { v1beta1: { ...zeros, ...Object.fromEntries(said) } }
}

/** The old fields without those that say nothing; nothing where none is left. */
export function filled(old: Fields): Fields | undefined {
  const { conditions } = old
  const said = Array.isArray(conditions) && conditions.length > 0 ? conditions : undefined
  const fields = compact<Fields>({ ...old, conditions: said })
  return Object.keys(fields).length === 0 ? undefined : fields
}

/** The document's plain truth values: all of them once any holds, and no group before. */
export function allOrNone(flags: Readonly<Record<string, boolean>>): Fields | undefined {
  return Object.values(flags).includes(true) ? flags : undefined
}
