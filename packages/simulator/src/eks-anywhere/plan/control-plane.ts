import { annotations, clusterKind, kubeadmControlPlaneKind, machineKind } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, refOf } from '@sitrep/status'
import { faults, simulatedTemplateKind } from '../../cluster-api/kinds.ts'
import { isNodeReady, isOutdated } from '../../cluster-api/plan/control-plane.ts'
import { type Action, actions, inOrder, nothing, type Plan, together } from '../../plan/action.ts'
import { annotate } from '../../plan/metadata-patch.ts'
import { isDeleting } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import {
  clusterObject,
  controlPlaneObject,
  infrastructureObject,
  reference,
  systemRef,
  templateObject,
} from './cluster-api-objects.ts'
import type { ReleasedVersion } from './releases.ts'
import { templateName, templateSpec } from './templates.ts'
import type { WantedCluster } from './wanted.ts'

/** All that the steps of one cluster look at. */
export interface Making {
  readonly cluster: KubeObject
  readonly wanted: WantedCluster
  readonly release: ReleasedVersion
  readonly world: World
}

/** Makes the control plane of a cluster, or makes it what is wanted now. */
export function planControlPlane(making: Making): Plan {
  const { cluster, wanted, release, world } = making
  const { name } = cluster.metadata
  const template = templateName(`${name}-control-plane`, wanted.controlPlane.machines, making)
  const { count: replicas } = wanted.controlPlane
  const { version } = release
  const templates = missingTemplate(template, making)
  const present = world.get(systemRef(kubeadmControlPlaneKind, name))
  const capiCluster = world.get(systemRef(clusterKind, name))
  if (capiCluster === undefined || present === undefined) {
    const controlPlane = controlPlaneObject(name, { replicas, version, template }, wanted)
    const held = wanted.externalEtcd === undefined ? controlPlane : paused(controlPlane)
    const objects = [infrastructureObject(name), ...templates, clusterObject(name, wanted), held]
    return actions(...inOrder(...objects.map((object): Action => ({ act: 'create', object }))))
  }
  const spec = {
    ...(at(present.spec, 'replicas') !== replicas && { replicas }),
    ...(at(present.spec, 'version') !== version && { version }),
    ...(templateOf(present) !== template && {
      machineTemplate: { spec: { infrastructureRef: reference(simulatedTemplateKind, template) } },
    }),
  }
  const changes: readonly Action[] =
    Object.keys(spec).length === 0 ? [] : [{ act: 'patch', ref: refOf(present), body: { spec } }]
  return together([
    planFaults(cluster, capiCluster),
    actions(...inOrder(...templates.map((object): Action => ({ act: 'create', object })), ...changes)),
  ])
}

const templateOf = ({ spec }: KubeObject): unknown =>
  at(spec, 'machineTemplate', 'spec', 'infrastructureRef', 'name')

const paused = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, annotations: { [annotations.paused]: 'true' } },
})

function missingTemplate(name: string, making: Making): readonly KubeObject[] {
  const { cluster, wanted, world } = making
  if (world.get(systemRef(simulatedTemplateKind, name)) !== undefined) return []
  return [templateObject(name, cluster.metadata.name, templateSpec(wanted.controlPlane.machines, making))]
}

const handedDown: readonly string[] = [faults.connection, faults.bootstrap, faults.quota, faults.condition]
const handedDownAnnotation = 'simulator.sitrep.dev/handed-down'

// Whoever breaks a cluster of EKS Anywhere means what it is made of. What was broken there by somebody else stays so.
function planFaults(cluster: KubeObject, capiCluster: KubeObject): Plan {
  const { annotations: own = {} } = cluster.metadata
  const { annotations: below = {} } = capiCluster.metadata
  const before = (below[handedDownAnnotation] ?? '').split(',').filter((name) => name !== '')
  const now = handedDown.filter((name) => own[name] !== undefined)
  const over = before.filter((name) => !now.includes(name))
  if (over.length === 0 && now.every((name) => own[name] === below[name])) return nothing
  return actions(
    annotate(capiCluster, {
      ...Object.fromEntries(over.map((name) => [name, null])),
      ...Object.fromEntries(now.map((name) => [name, own[name] ?? null])),
      [handedDownAnnotation]: now.length === 0 ? null : now.join(','),
    }),
  )
}

/** Whether the API answers and all of the control plane is what is wanted now: only then comes what runs on it. */
export function isControlPlaneReached({ cluster, world }: Making): boolean {
  const controlPlane = world.get(systemRef(kubeadmControlPlaneKind, cluster.metadata.name))
  if (controlPlane === undefined) return false
  const machines = world.controlledBy(controlPlane, machineKind)
  return (
    machines.some((machine) => isNodeReady(world, machine)) &&
    !machines.some((machine) => isDeleting(machine) || isOutdated(machine, controlPlane, world))
  )
}
