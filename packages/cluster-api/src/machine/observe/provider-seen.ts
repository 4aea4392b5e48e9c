import type { SeverityCondition } from '@sitrep/conditions'
import type { KubeObject, OwnerReference } from '@sitrep/status'
import { providerOldReadyOf } from '../../old-model/old-conditions.ts'
import { type ProviderConditions, providerConditions } from '../../provider-object/conditions.ts'
import type { Contract } from '../../provider-object/contract.ts'
import { type Field, textField } from '../../provider-object/field.ts'

/** What is the same in every provider's object that a Machine refers to. */
export interface ProviderSeen {
  readonly apiVersion: string
  readonly deleting: boolean
  /** Its `Ready`, in the present form and in the old one. */
  readonly conditions: ProviderConditions
  readonly legacyReady: SeverityCondition | undefined
  readonly owners: readonly OwnerReference[]
  readonly failureReason: Field<{ readonly text: string }>
  readonly failureMessage: Field<{ readonly text: string }>
  /** Whether the provider says that it has done its part, by contract. */
  readonly done: Readonly<Record<Contract, Field<boolean>>>
}

const noOwners: readonly OwnerReference[] = Object.freeze([])

/** The part that bootstrap and infrastructure objects have in common. */
export function providerSeen(object: KubeObject): Omit<ProviderSeen, 'done'> {
  return {
    apiVersion: object.apiVersion,
    deleting: object.metadata.deletionTimestamp !== undefined,
    conditions: providerConditions(object, ['Ready']),
    legacyReady: providerOldReadyOf(object),
    owners: object.metadata.ownerReferences ?? noOwners,
    failureReason: textField(object, 'status', 'failureReason'),
    failureMessage: textField(object, 'status', 'failureMessage'),
  }
}
