import {
  at,
  found,
  type KubeObject,
  list,
  missing,
  number,
  type Reading,
  type View,
  type World,
} from '@sitrep/status'
import { type ContractRef, refIn } from '../../model/references.ts'
import { readFailure } from '../../old-model/failure.ts'
import { providerOldReadyOf } from '../../old-model/old-conditions.ts'
import { providerConditions } from '../../provider-object/conditions.ts'
import type { Contract, Spoken } from '../../provider-object/contract.ts'
import { type Field, flagField, textField } from '../../provider-object/field.ts'
import { readProviderObject } from '../../provider-object/observe.ts'
import type { BootstrapForPool, InfrastructureForPool, ProviderForPool } from '../types.ts'

type ByContract = { readonly [Spoken in Contract]: Field<boolean> }

/** What is read of any object that a pool refers to. */
const provider = (object: KubeObject): ProviderForPool => ({
  controller: object.metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid,
  deleting: object.metadata.deletionTimestamp !== undefined,
  conditions: providerConditions(object, ['Ready']),
  oldReady: providerOldReadyOf(object),
  failure: readFailure(object),
})

/** An object that a pool refers to, if it does. */
interface Referral {
  readonly namespace: string
  readonly ref: ContractRef | undefined
}

function readReferred<Value>(
  world: World,
  { namespace, ref }: Referral,
  view: View<Value>,
): Reading<Spoken<Value>> {
  return ref === undefined ? missing : readProviderObject(world, refIn(namespace, ref), view)
}

const bootstrapOfPool: View<Omit<BootstrapForPool, 'dataSecretCreated'> & { readonly created: ByContract }> =
  {
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
export function observeBootstrap(world: World, referral: Referral): Reading<BootstrapForPool> {
  const reading = readReferred(world, referral, bootstrapOfPool)
  if (!reading.read || reading.item === undefined) return reading.read ? missing : reading
  const { contract, object: seen } = reading.item
  return found({ ...seen, dataSecretCreated: seen.created[contract] })
}

const infrastructureOfPool: View<
  Omit<InfrastructureForPool, 'provisioned'> & { readonly provisioned: ByContract }
> = {
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
export function observeInfrastructure(world: World, referral: Referral): Reading<InfrastructureForPool> {
  const reading = readReferred(world, referral, infrastructureOfPool)
  if (!reading.read || reading.item === undefined) return reading.read ? missing : reading
  const { contract, object: seen } = reading.item
  return found({ ...seen, provisioned: seen.provisioned[contract] })
}
