import {
  at,
  found,
  type KubeObject,
  list,
  missing,
  number,
  type Reading,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { type ContractRef, contractRef, refIn } from '../model/references.ts'
import { readFailure } from '../old-model/failure.ts'
import { providerOldReadyOf } from '../old-model/old-conditions.ts'
import { providerConditions } from '../provider-object/conditions.ts'
import type { Contract } from '../provider-object/contract.ts'
import { type Field, flagField, textField } from '../provider-object/field.ts'
import { readProviderObject, type Spoken } from '../provider-object/read.ts'
import type { BootstrapSeen, InfrastructureSeen, MachinePool, ProviderSeen } from './types.ts'

interface Owned {
  /** The uid of its controller, if it has one. */
  readonly controller: string | undefined
}

const controllerUid = ({ metadata }: KubeObject): string | undefined =>
  metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid

type ByContract = { readonly [Spoken in Contract]: Field<boolean> }

/** What is read of any object that a pool refers to. */
const provider = (object: KubeObject): ProviderSeen & Owned => ({
  controller: controllerUid(object),
  deleting: object.metadata.deletionTimestamp !== undefined,
  conditions: providerConditions(object, ['Ready']),
  oldReady: providerOldReadyOf(object),
  failure: readFailure(object),
})

interface BootstrapParts extends ProviderSeen, Owned {
  readonly hasSecretName: boolean
  readonly created: ByContract
}

const bootstrapOfPool: View<BootstrapParts> = {
  name: 'bootstrapOfPool',
  of: (object) => ({
    ...provider(object),
    hasSecretName: typeof at(object.status, 'dataSecretName') === 'string',
    created: {
      v1beta1: flagField(object.status, 'ready'),
      v1beta2: flagField(object.status, 'initialization', 'dataSecretCreated'),
    },
  }),
}

/** Looks at the bootstrap configuration that a pool refers to. */
export function observeBootstrap(object: MachinePool, world: World): Reading<BootstrapSeen> {
  const ref = contractRef(at(object.spec, 'template', 'spec', 'bootstrap', 'configRef'))
  const reading = readOwned(object, world, { ref, view: bootstrapOfPool })
  if (!reading.read || reading.item === undefined) return reading.read ? missing : reading
  const { contract, object: seen } = reading.item
  return found({ ...seen, dataSecretCreated: seen.created[contract] })
}

interface InfrastructureParts extends Omit<InfrastructureSeen, 'provisioned'>, Owned {
  readonly provisioned: ByContract
}

const infrastructureOfPool: View<InfrastructureParts> = {
  name: 'infrastructureOfPool',
  of: (object) => ({
    ...provider(object),
    ready: flagField(object.status, 'ready'),
    provisioned: {
      v1beta1: flagField(object.status, 'ready'),
      v1beta2: flagField(object.status, 'initialization', 'provisioned'),
    },
    providerIDs: list(at(object.spec, 'providerIDList')).map(String),
    replicas: number(at(object.status, 'replicas')),
    machineKind: textField(object.status, 'infrastructureMachineKind'),
  }),
}

/** Looks at the infrastructure that a pool refers to. */
export function observeInfrastructure(object: MachinePool, world: World): Reading<InfrastructureSeen> {
  const ref = contractRef(at(object.spec, 'template', 'spec', 'infrastructureRef'))
  const reading = readOwned(object, world, { ref, view: infrastructureOfPool })
  if (!reading.read || reading.item === undefined) return reading.read ? missing : reading
  const { contract, object: seen } = reading.item
  return found({ ...seen, provisioned: seen.provisioned[contract] })
}

interface OwnedQuery<Value> {
  readonly ref: ContractRef | undefined
  readonly view: View<Value>
}

/** An object that somebody else controls is not the pool's to take, so it counts as unreadable. */
function readOwned<Value extends Owned>(
  { metadata }: MachinePool,
  world: World,
  { ref, view }: OwnedQuery<Value>,
): Reading<Spoken<Value>> {
  if (ref === undefined) return missing
  const reading = readProviderObject(world, refIn(metadata.namespace, ref), view)
  if (!reading.read || reading.item === undefined) return reading
  const { controller } = reading.item.object
  const taken = controller !== undefined && controller !== metadata.uid
  return taken ? unreadable(`${ref.kind} ${ref.name} belongs to somebody else`) : reading
}
