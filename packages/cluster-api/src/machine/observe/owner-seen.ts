import { at, groupOf, type KubeObject, missing, number, text, type View, type World } from '@sitrep/status'
import { coreGroup, labels, machineDeploymentKind, machineSetKind } from '../../kinds.ts'
import { refIn } from '../../model/references.ts'
import type { MachineDeploymentForMachine, MachineSetForMachine, OwnerSeen } from '../types.ts'
import { templateFields } from './template-fields.ts'

const machineSetForMachine: View<MachineSetForMachine> = {
  name: 'machineSetForMachine',
  of: ({ metadata, spec }) => ({
    name: metadata.name,
    createdAt: metadata.creationTimestamp,
    deploymentName: text(metadata.labels?.[labels.deploymentName]),
    template: templateFields(at(spec, 'template')),
    minReadySeconds: minReadySeconds(spec),
  }),
}

const machineDeploymentForMachine: View<MachineDeploymentForMachine> = {
  name: 'machineDeploymentForMachine',
  of: ({ spec }) => ({
    template: templateFields(at(spec, 'template')),
    rolloutAfter: text(at(spec, 'rollout', 'after')) ?? text(at(spec, 'rolloutAfter')),
    minReadySeconds: minReadySeconds(spec),
  }),
}

// In the template, or at the top as v1beta1 has it.
const minReadySeconds = (spec: unknown): number | undefined =>
  number(at(spec, 'template', 'spec', 'minReadySeconds')) ?? number(at(spec, 'minReadySeconds'))

/** Follows the owner references of a Machine up to its MachineDeployment. */
export function observeOwner({ metadata }: KubeObject, world: World): OwnerSeen {
  const reference = metadata.ownerReferences?.find(
    ({ apiVersion, kind }) => kind === machineSetKind.kind && groupOf(apiVersion ?? '') === coreGroup,
  )
  if (reference === undefined) return { owner: 'none' }
  const { namespace } = metadata
  const set = world.get(refIn(namespace, { ...machineSetKind, name: reference.name }), machineSetForMachine)
  const name = set.read ? set.item?.deploymentName : undefined
  if (!set.read || set.item === undefined || name === undefined) {
    return { owner: 'set', name: reference.name, set: set.read && set.item === undefined ? missing : set }
  }
  const above = refIn(namespace, { ...machineDeploymentKind, name })
  const deployment = world.get(above, machineDeploymentForMachine)
  return { owner: 'deployment', name, set: set.item, deployment }
}
