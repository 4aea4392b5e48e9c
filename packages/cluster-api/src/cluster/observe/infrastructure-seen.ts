import type { SeverityCondition } from '@sitrep/conditions'
import { at, fields, type KubeObject, list, text, type View } from '@sitrep/status'
import { type OldFailure, readFailure } from '../../old-model/failure.ts'
import { providerOldReadyOf } from '../../old-model/old-conditions.ts'
import { type ProviderConditions, providerConditions } from '../../provider-object/conditions.ts'
import type { Contract } from '../../provider-object/contract.ts'
import { type Field, flagField } from '../../provider-object/field.ts'

/** A part of the infrastructure that fails by itself. */
export interface FailureDomain {
  readonly name: string
  readonly controlPlane: boolean
  readonly attributes?: Readonly<Record<string, string>>
}

/** The infrastructure of a Cluster, as far as a Cluster looks at it. */
export interface InfrastructureSeen {
  readonly contract: Contract
  readonly deleting: boolean
  readonly provisioned: Field<boolean>
  readonly hasEndpoint: boolean
  readonly failureDomains: readonly FailureDomain[]
  readonly conditions: ProviderConditions
  readonly oldReady: SeverityCondition | undefined
  readonly failure: OldFailure
}

/** The same before the contract is known. */
export interface InfrastructureParts extends Omit<InfrastructureSeen, 'contract' | 'provisioned'> {
  readonly controller: string | undefined
  readonly provisioned: { readonly [Spoken in Contract]: Field<boolean> }
}

export const infrastructureOfCluster: View<InfrastructureParts> = {
  name: 'infrastructureOfCluster',
  of: (object) => ({
    controller: controllerUid(object),
    deleting: object.metadata.deletionTimestamp !== undefined,
    provisioned: {
      v1beta1: flagField(object.status, 'ready'),
      v1beta2: flagField(object.status, 'initialization', 'provisioned'),
    },
    hasEndpoint: isEndpoint(at(object.spec, 'controlPlaneEndpoint')),
    failureDomains: failureDomains(at(object.status, 'failureDomains')),
    conditions: providerConditions(object, ['Ready']),
    oldReady: providerOldReadyOf(object),
    failure: readFailure(object),
  }),
}

/** The uid of whoever controls an object. */
export const controllerUid = ({ metadata }: KubeObject): string | undefined =>
  metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid

/** Whether a value says where the API of a cluster is reached. */
export function isEndpoint(value: unknown): boolean {
  const { host, port } = fields(value)
  return text(host) !== undefined && typeof port === 'number' && port !== 0
}

/** Failure domains by name: a list in the newer contract, a map in the older one. */
function failureDomains(value: unknown): readonly FailureDomain[] {
  const entries = Array.isArray(value)
    ? list(value).map((entry) => [text(at(entry, 'name')) ?? '', entry] as const)
    : Object.entries(fields(value))
  return entries.map(([name, entry]) => failureDomain(name, entry)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function failureDomain(name: string, entry: unknown): FailureDomain {
  const attributes = fields(at(entry, 'attributes')) as Readonly<Record<string, string>>
  return {
    name,
    controlPlane: at(entry, 'controlPlane') === true,
    ...(Object.keys(attributes).length > 0 && { attributes }),
  }
}
