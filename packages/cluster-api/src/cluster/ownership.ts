import { groupOf, type OwnerReference } from '@sitrep/status'
import { coreGroup, labels } from '../kinds.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'

/** Whether an object belongs to a Cluster directly. */
export function belongsTo(
  { owners }: { readonly owners: readonly OwnerReference[] },
  cluster: string,
): boolean {
  return owners.some(
    ({ apiVersion = '', kind, name }) =>
      groupOf(apiVersion) === coreGroup && kind === 'Cluster' && name === cluster,
  )
}

/** Whether a Machine is one of the control plane; the value of the label does not matter. */
export const isControlPlane = ({ labels: own }: MachineSeen): boolean =>
  Object.hasOwn(own, labels.controlPlane)

/** Whether a Machine stands for an instance of a MachinePool. */
export const isOfPool = ({ labels: own }: MachineSeen): boolean => Object.hasOwn(own, labels.poolName)
