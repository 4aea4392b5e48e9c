import { type KubeObject, missing, type Reading, unreadable, type View, type World } from '@sitrep/status'
import { at, list, number } from '../model/fields.ts'
import { type ContractRef, contractRef, refIn } from '../model/references.ts'
import { type Field, flagField, textField } from '../provider-object/field.ts'
import { readProviderObject, type Spoken } from '../provider-object/read.ts'
import type { BootstrapSeen, InfrastructureSeen, MachinePool } from './types.ts'

interface Owned {
  /** The uid of its controller, if it has one. */
  readonly controller: string | undefined
}

const controllerUid = ({ metadata }: KubeObject): string | undefined =>
  metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid

interface BootstrapParts extends Owned {
  readonly deleting: boolean
  readonly hasSecretName: boolean
  readonly created: { readonly v1beta1: Field<boolean>; readonly v1beta2: Field<boolean> }
}

const bootstrapOfPool: View<BootstrapParts> = {
  name: 'bootstrapOfPool',
  of: (object) => ({
    controller: controllerUid(object),
    deleting: object.metadata.deletionTimestamp !== undefined,
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
  const { deleting, hasSecretName, created } = seen
  return { read: true, item: { deleting, hasSecretName, dataSecretCreated: created[contract] } }
}

const infrastructureOfPool: View<InfrastructureSeen & Owned> = {
  name: 'infrastructureOfPool',
  of: (object) => ({
    controller: controllerUid(object),
    deleting: object.metadata.deletionTimestamp !== undefined,
    ready: flagField(object.status, 'ready'),
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
  return { read: true, item: reading.item.object }
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
