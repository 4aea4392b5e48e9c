import type { View } from '@sitrep/status'
import { type Field, flagField, listField, textField } from '../../provider-object/field.ts'
import { type ProviderSeen, providerSeen } from './provider-seen.ts'

export interface InfrastructureSeen extends ProviderSeen {
  readonly providerID: Field<{ readonly text: string }>
  readonly addresses: Field<readonly unknown[]>
  /** Where it ended up: in the spec as older providers say it, in the status as newer ones do. */
  readonly specFailureDomain: Field<{ readonly text: string }>
  readonly failureDomain: Field<{ readonly text: string }>
  readonly interruptible: Field<boolean>
}

/** What a Machine reads of the object that stands for the real machine. */
export const infrastructureSeen: View<InfrastructureSeen> = {
  name: 'infrastructureForMachine',
  of: (object) => ({
    ...providerSeen(object),
    done: {
      v1beta1: flagField(object, 'status', 'ready'),
      v1beta2: flagField(object, 'status', 'initialization', 'provisioned'),
    },
    providerID: textField(object, 'spec', 'providerID'),
    addresses: listField(object, 'status', 'addresses'),
    specFailureDomain: textField(object, 'spec', 'failureDomain'),
    failureDomain: textField(object, 'status', 'failureDomain'),
    interruptible: flagField(object, 'status', 'interruptible'),
  }),
}
