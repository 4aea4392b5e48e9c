import { kubeadmConfigTemplateKind, labels, machineDeploymentKind } from '@sitrep/cluster-api/kinds'
import { systemNamespace } from '@sitrep/eks-anywhere/kinds'
import { at, type KubeObject, refOf } from '@sitrep/status'
import { simulatedTemplateKind } from '../../cluster-api/kinds.ts'
import { type Action, actions, inOrder, type Plan, together } from '../../plan/action.ts'
import { isDeleting } from '../../world/read.ts'
import {
  bootstrapObject,
  deploymentName,
  deploymentObject,
  reference,
  systemRef,
  templateObject,
} from './cluster-api-objects.ts'
import type { Making } from './control-plane.ts'
import { fullVersion } from './releases.ts'
import { templateName, templateSpec } from './templates.ts'
import type { WantedGroup } from './wanted.ts'

/** Makes the groups of workers what they are to be now; groups that nobody wants any more go. */
export function planWorkers(making: Making): Plan {
  const { cluster, wanted, world } = making
  const { name } = cluster.metadata
  const names = wanted.groups.map((group) => deploymentName(name, group))
  const surplus = world
    .list(machineDeploymentKind)
    .filter(
      ({ metadata }) =>
        metadata.namespace === systemNamespace &&
        metadata.labels?.[labels.clusterName] === name &&
        !names.includes(metadata.name),
    )
    .filter((deployment) => !isDeleting(deployment))
  return together([
    ...wanted.groups.map((group) => planGroup(group, making)),
    actions(...surplus.map((deployment): Action => ({ act: 'delete', ref: refOf(deployment) }))),
  ])
}

function planGroup(group: WantedGroup, making: Making): Plan {
  const { cluster, release, world } = making
  const { name: own } = cluster.metadata
  const name = deploymentName(own, group)
  const template = templateName(name, group.machines, making)
  const version =
    group.kubernetesVersion === undefined ? release.version : fullVersion(group.kubernetesVersion)
  const missing = [
    ...(world.get(systemRef(simulatedTemplateKind, template)) === undefined
      ? [templateObject(template, own, templateSpec(group.machines, making))]
      : []),
    ...(world.get(systemRef(kubeadmConfigTemplateKind, name)) === undefined
      ? [bootstrapObject(name, own)]
      : []),
  ]
  const present = world.get(systemRef(machineDeploymentKind, name))
  const made: readonly Action[] =
    present === undefined
      ? [{ act: 'create', object: deploymentObject(group, { cluster: own, version, template }) }]
      : changes(present, group, { version, template })
  return actions(...inOrder(...missing.map((object): Action => ({ act: 'create', object })), ...made))
}

interface Newest {
  readonly version: string
  readonly template: string
}

// How many an autoscaled group has is up to its autoscaler.
function changes(present: KubeObject, group: WantedGroup, { version, template }: Newest): readonly Action[] {
  const resized = group.autoscaling === undefined && at(present.spec, 'replicas') !== group.count
  const machine = {
    ...(at(present.spec, 'template', 'spec', 'version') !== version && { version }),
    ...(at(present.spec, 'template', 'spec', 'infrastructureRef', 'name') !== template && {
      infrastructureRef: reference(simulatedTemplateKind, template),
    }),
  }
  const spec = {
    ...(resized && { replicas: group.count }),
    ...(Object.keys(machine).length > 0 && { template: { spec: machine } }),
  }
  if (Object.keys(spec).length === 0 || isDeleting(present)) return []
  return [{ act: 'patch', ref: refOf(present), body: { spec } }]
}
