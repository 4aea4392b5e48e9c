import type { KubeObject, OwnerReference, View } from '@sitrep/status'
import { annotations } from '../../kinds.ts'
import { providerOldReadyOf } from '../../old-model/old-conditions.ts'
import { providerConditions } from '../../provider-object/conditions.ts'
import { flagField, listField, textField } from '../../provider-object/field.ts'
import type { BootstrapForMachine, InfrastructureForMachine, ProviderForMachine } from '../types.ts'

const readyAlone = ['Ready']
const noOwners: readonly OwnerReference[] = Object.freeze([])

/** The part that bootstrap and infrastructure objects have in common. */
function providerFields(object: KubeObject): Omit<ProviderForMachine, 'done'> {
  return {
    apiVersion: object.apiVersion,
    deleting: object.metadata.deletionTimestamp !== undefined,
    conditions: providerConditions(object, readyAlone),
    oldReady: providerOldReadyOf(object),
    owners: object.metadata.ownerReferences ?? noOwners,
    failureReason: textField(object.status, 'failureReason'),
    failureMessage: textField(object.status, 'failureMessage'),
  }
}

/** What a Machine reads of the object that prepares its bootstrap data. */
export const bootstrapForMachine: View<BootstrapForMachine> = {
  name: 'bootstrapForMachine',
  of: (object) => ({
    ...providerFields(object),
    done: {
      v1beta1: flagField(object.status, 'ready'),
      v1beta2: flagField(object.status, 'initialization', 'dataSecretCreated'),
    },
    dataSecretName: textField(object.status, 'dataSecretName'),
    certificatesExpiry: object.metadata.annotations?.[annotations.certificatesExpiry],
  }),
}

/** What a Machine reads of the object that stands for the real machine. */
export const infrastructureForMachine: View<InfrastructureForMachine> = {
  name: 'infrastructureForMachine',
  of: (object) => ({
    ...providerFields(object),
    done: {
      v1beta1: flagField(object.status, 'ready'),
      v1beta2: flagField(object.status, 'initialization', 'provisioned'),
    },
    providerID: textField(object.spec, 'providerID'),
    addresses: listField(object.status, 'addresses'),
    specFailureDomain: textField(object.spec, 'failureDomain'),
    failureDomain: textField(object.status, 'failureDomain'),
    interruptible: flagField(object.status, 'interruptible'),
  }),
}
