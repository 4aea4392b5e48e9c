import type { View } from '@sitrep/status'
import { annotations } from '../../kinds.ts'
import { type Field, flagField, textField } from '../../provider-object/field.ts'
import { type ProviderSeen, providerSeen } from './provider-seen.ts'

export interface BootstrapSeen extends ProviderSeen {
  readonly dataSecretName: Field<{ readonly text: string }>
  readonly certificatesExpiry: string | undefined
}

/** What a Machine reads of the object that prepares its bootstrap data. */
export const bootstrapSeen: View<BootstrapSeen> = {
  name: 'bootstrapForMachine',
  of: (object) => ({
    ...providerSeen(object),
    done: {
      v1beta1: flagField(object, 'status', 'ready'),
      v1beta2: flagField(object, 'status', 'initialization', 'dataSecretCreated'),
    },
    dataSecretName: textField(object, 'status', 'dataSecretName'),
    certificatesExpiry: object.metadata.annotations?.[annotations.certificatesExpiry],
  }),
}
