import type { Instant } from '@sitrep/conditions'
import {
  at,
  groupOf,
  type KubeObject,
  missing,
  type Reading,
  text,
  type View,
  type World,
} from '@sitrep/status'
import { coreGroup, labels, machineDeploymentKind, machineSetKind } from '../../kinds.ts'
import { type TemplateFields, templateFields } from '../template-fields.ts'

/** The MachineSet that a Machine comes from. */
export interface MachineSetSeen {
  readonly name: string
  readonly createdAt: Instant | undefined
  /** The MachineDeployment that it belongs to, by label; none for a stand-alone set. */
  readonly deploymentName: string | undefined
  readonly template: TemplateFields
}

export interface MachineDeploymentSeen {
  readonly template: TemplateFields
  readonly rolloutAfter: Instant | undefined
}

/** Whoever the Machine was made by, as far as that decides whether it is up to date. */
export type OwnerSeen =
  | { readonly owner: 'none' }
  | { readonly owner: 'set'; readonly name: string; readonly set: Reading<MachineSetSeen> }
  | {
      readonly owner: 'deployment'
      readonly name: string
      readonly set: MachineSetSeen
      readonly deployment: Reading<MachineDeploymentSeen>
    }

const machineSetForMachine: View<MachineSetSeen> = {
  name: 'machineSetForMachine',
  of: ({ metadata, spec }) => ({
    name: metadata.name,
    createdAt: metadata.creationTimestamp,
    deploymentName: text(metadata.labels?.[labels.deploymentName]),
    template: templateFields(at(spec, 'template')),
  }),
}

const machineDeploymentForMachine: View<MachineDeploymentSeen> = {
  name: 'machineDeploymentForMachine',
  of: ({ spec }) => ({
    template: templateFields(at(spec, 'template')),
    rolloutAfter: text(at(spec, 'rollout', 'after')) ?? text(at(spec, 'rolloutAfter')),
  }),
}

/** Follows the owner references of a Machine up to its MachineDeployment. */
export function observeOwner({ metadata }: KubeObject, world: World): OwnerSeen {
  const reference = metadata.ownerReferences?.find(
    ({ apiVersion, kind }) => kind === machineSetKind.kind && groupOf(apiVersion ?? '') === coreGroup,
  )
  if (reference === undefined) return { owner: 'none' }
  const within = metadata.namespace === undefined ? {} : { namespace: metadata.namespace }
  const set = world.get({ ...machineSetKind, ...within, name: reference.name }, machineSetForMachine)
  const name = set.read ? set.item?.deploymentName : undefined
  if (!set.read || set.item === undefined || name === undefined) {
    return { owner: 'set', name: reference.name, set: set.read && set.item === undefined ? missing : set }
  }
  const deployment = world.get({ ...machineDeploymentKind, ...within, name }, machineDeploymentForMachine)
  return { owner: 'deployment', name, set: set.item, deployment }
}
