import {
  at,
  compareVersions,
  fields,
  found,
  type KubeObject,
  list,
  missing,
  number,
  parseVersion,
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import type { VersionCount } from '../../machines-of/versions.ts'
import { type ContractRef, refIn } from '../../model/references.ts'
import { readFailure } from '../../old-model/failure.ts'
import { providerOldReadyOf } from '../../old-model/old-conditions.ts'
import { providerConditions } from '../../provider-object/conditions.ts'
import type { Contract, Spoken } from '../../provider-object/contract.ts'
import { type Field, flagField, listField } from '../../provider-object/field.ts'
import { readProviderObject } from '../../provider-object/observe.ts'
import {
  type ControlPlaneForCluster,
  type FailureDomain,
  type InfrastructureForCluster,
  mergedTypes,
} from '../types.ts'

type ByContract<Value> = { readonly [Spoken in Contract]: Value }

/** What is read of either object. */
const provider = (object: KubeObject, types: readonly string[]) => ({
  controller: object.metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid,
  deleting: object.metadata.deletionTimestamp !== undefined,
  hasEndpoint: isEndpoint(at(object.spec, 'controlPlaneEndpoint')),
  conditions: providerConditions(object, types),
  oldReady: providerOldReadyOf(object),
  failure: readFailure(object),
})

/** Whether a value says where the API of a cluster is reached. */
export function isEndpoint(value: unknown): boolean {
  const { host, port } = fields(value)
  return text(host) !== undefined && typeof port === 'number' && port !== 0
}

function readReferred<Value>(
  world: World,
  { namespace, ref }: Referral,
  view: View<Value>,
): Reading<Spoken<Value>> {
  return ref === undefined ? missing : readProviderObject(world, refIn(namespace, ref), view)
}

/** An object that a Cluster refers to, if it does. */
interface Referral {
  readonly namespace: string
  readonly ref: ContractRef | undefined
}

const infrastructureOfCluster: View<
  Omit<InfrastructureForCluster, 'contract' | 'provisioned'> & {
    readonly provisioned: ByContract<Field<boolean>>
  }
> = {
  name: 'infrastructureOfCluster',
  of: (object) => ({
    ...provider(object, ['Ready']),
    provisioned: {
      v1beta1: flagField(object.status, 'ready'),
      v1beta2: flagField(object.status, 'initialization', 'provisioned'),
    },
    failureDomains: failureDomains(at(object.status, 'failureDomains')),
  }),
}

/** Looks at the infrastructure that a Cluster refers to. */
export function observeInfrastructure(world: World, referral: Referral): Reading<InfrastructureForCluster> {
  const reading = readReferred(world, referral, infrastructureOfCluster)
  if (!reading.read || reading.item === undefined) return reading.read ? missing : reading
  const { contract, object } = reading.item
  return found({ ...object, contract, provisioned: object.provisioned[contract] })
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

const controlPlaneOfCluster: View<
  Omit<ControlPlaneForCluster, 'contract' | 'initialized' | 'upToDate'> & {
    readonly initialized: ByContract<Field<boolean>>
    readonly upToDate: ByContract<number | undefined>
  }
> = {
  name: 'controlPlaneOfCluster',
  of: (object) => {
    const { spec, status } = object
    return {
      ...provider(object, mergedTypes),
      initialized: {
        v1beta1: flagField(status, 'initialized'),
        v1beta2: flagField(status, 'initialization', 'controlPlaneInitialized'),
      },
      desired: number(at(spec, 'replicas')),
      replicas: number(at(status, 'replicas')),
      ready: number(at(status, 'readyReplicas')),
      available: number(at(status, 'availableReplicas')),
      unavailable: number(at(status, 'unavailableReplicas')),
      upToDate: {
        v1beta1: number(at(status, 'updatedReplicas')),
        v1beta2: number(at(status, 'upToDateReplicas')),
      },
      versions: readVersions(status),
    }
  },
}

/** Looks at the control plane that a Cluster refers to. */
export function observeControlPlane(world: World, referral: Referral): Reading<ControlPlaneForCluster> {
  const reading = readReferred(world, referral, controlPlaneOfCluster)
  if (!reading.read || reading.item === undefined) return reading.read ? missing : reading
  const { contract, object } = reading.item
  const { initialized, upToDate } = object
  return found({ ...object, contract, initialized: initialized[contract], upToDate: upToDate[contract] })
}

/** Versions that are none, or that do not stand oldest first, cannot be taken over. */
function readVersions(status: unknown): Field<readonly VersionCount[]> {
  const entries = listField(status, 'versions')
  if (entries === undefined || entries === 'malformed') return entries
  const counts = entries.map((entry) => ({
    version: text(at(entry, 'version')) ?? '',
    replicas: number(at(entry, 'replicas')) ?? 0,
  }))
  const sound = counts.every(
    ({ version, replicas }, place) => replicas >= 0 && isInOrder(counts[place - 1]?.version, version),
  )
  if (!sound) return 'malformed'
  return counts.map(({ version, replicas }) => (replicas === 0 ? { version } : { version, replicas }))
}

function isInOrder(before: string | undefined, version: string): boolean {
  const current = parseVersion(version)
  if (!current.valid) return false
  const earlier = before === undefined ? current : parseVersion(before)
  return earlier.valid && compareVersions(current.version, earlier.version) !== -1
}
