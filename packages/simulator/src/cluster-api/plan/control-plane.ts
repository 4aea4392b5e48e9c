import {
  annotations,
  finalizers,
  kubeadmConfigKind,
  kubeadmControlPlaneKind,
  labels,
  machineKind,
} from '@sitrep/cluster-api/kinds'
import { at, type Fields, fields, type KubeObject, number, refOf, text } from '@sitrep/status'
import { actions, nothing, type Plan, together } from '../../plan/action.ts'
import { chance, suffix } from '../../plan/chance.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { ensureMetadata } from '../../plan/metadata-patch.ts'
import { conditionStatus, follow, isDeleting, ownerReference } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { marks } from '../kinds.ts'
import { clusterOf, isPaused, isProvisioned } from '../read.ts'
import { byAge, isInitialized } from './bootstrap.ts'
import { createMachine } from './new-machine.ts'
import { nodeOf } from './node.ts'

/** Control planes: one Machine after the other, each on a healthy rest. */
export const planControlPlanes: Planner = (input) =>
  together(
    input.world
      .list(kubeadmControlPlaneKind)
      .filter((controlPlane) => !isDeleting(controlPlane))
      .map((controlPlane) => planControlPlane(controlPlane, input)),
  )

const planControlPlane: ObjectPlanner = (controlPlane, input) => {
  const { world } = input
  const cluster = clusterOf(world, controlPlane)
  if (cluster === undefined || isDeleting(cluster) || isPaused(cluster, controlPlane)) return nothing
  const held = ensureMetadata(controlPlane, { finalizer: finalizers.controlPlane })
  if (held.actions.length > 0) return held
  if (!isProvisioned(follow(world, cluster, at(cluster.spec, 'infrastructureRef')))) return nothing
  if (at(cluster.spec, 'controlPlaneEndpoint', 'host') === undefined) return nothing
  const machines = [...world.controlledBy(controlPlane, machineKind)].sort(byAge)
  const desired = number(at(controlPlane.spec, 'replicas')) ?? 1
  const outdated = machines.filter((machine) => isOutdated(machine, controlPlane, world))
  const steady = machines.every((machine) => !isDeleting(machine) && isNodeReady(world, machine))
  if (!steady) return nothing
  const most = outdated.length > 0 ? desired + surge(controlPlane) : desired
  if (machines.length < most) return addMachine({ controlPlane, cluster, machines }, input)
  const [oldestOutdated] = outdated
  if (oldestOutdated !== undefined) return actions({ act: 'delete', ref: refOf(oldestOutdated) })
  const [oldest] = machines
  if (machines.length > desired && oldest !== undefined) return actions({ act: 'delete', ref: refOf(oldest) })
  return nothing
}

/** Whether a Node is there and says that it is ready. */
export function isNodeReady(world: World, machine: KubeObject): boolean {
  const node = nodeOf(world, machine)
  return node !== undefined && conditionStatus(node, 'Ready') === 'True'
}

function surge(controlPlane: KubeObject): number {
  return Number(at(controlPlane.spec, 'rollout', 'strategy', 'rollingUpdate', 'maxSurge') ?? 1)
}

/** Whether a Machine is not what the control plane would make today. */
export function isOutdated(machine: KubeObject, controlPlane: KubeObject, world: World): boolean {
  if (at(machine.spec, 'version') !== at(controlPlane.spec, 'version')) return true
  if (machine.metadata.annotations?.[marks.configHash] !== configHash(controlPlane)) return true
  const infrastructure = follow(world, machine, at(machine.spec, 'infrastructureRef'))
  const from = infrastructure?.metadata.annotations?.[annotations.clonedFromName]
  return from !== undefined && from !== text(at(templateReference(controlPlane), 'name'))
}

const templateReference = ({ spec }: KubeObject): unknown =>
  at(spec, 'machineTemplate', 'spec', 'infrastructureRef') ?? at(spec, 'machineTemplate', 'infrastructureRef')

const configHash = ({ spec }: KubeObject): string =>
  chance(JSON.stringify(at(spec, 'kubeadmConfigSpec') ?? {}))
    .toString(36)
    .slice(2, 10)

interface Members {
  readonly controlPlane: KubeObject
  readonly cluster: KubeObject
  readonly machines: readonly KubeObject[]
}

function addMachine({ controlPlane, cluster, machines }: Members, { world, now, seed }: PlanInput): Plan {
  const infrastructureTemplate = follow(world, controlPlane, templateReference(controlPlane))
  if (infrastructureTemplate === undefined) return nothing
  const { name, namespace = '' } = controlPlane.metadata
  const version = text(at(controlPlane.spec, 'version')) ?? ''
  const goal = machines.length === 0 && !isInitialized(world, cluster) ? 'init' : 'join'
  const template = at(controlPlane.spec, 'machineTemplate')
  return actions(
    ...createMachine({
      name: `${name}-${suffix(seed, name, now)}`,
      namespace,
      owner: ownerReference(controlPlane, 'controller'),
      labels: {
        ...(fields(at(template, 'metadata', 'labels')) as Readonly<Record<string, string>>),
        [labels.clusterName]: cluster.metadata.name,
        [labels.controlPlane]: '',
        [labels.controlPlaneName]: name,
      },
      annotations: {
        [annotations.controlPlaneCleanup]: '',
        [marks.configHash]: configHash(controlPlane),
      },
      spec: machineSpec(controlPlane, cluster, version),
      infrastructureTemplate,
      bootstrap: {
        kind: kubeadmConfigKind,
        spec: joinOrInit(kubeadmConfigSpec(controlPlane, version), goal),
      },
    }),
  )
}

// A gate that nobody reports would hold a Machine back for ever; these are reported in every profile.
const ownGates = ['APIServerPodHealthy', 'ControllerManagerPodHealthy', 'SchedulerPodHealthy'] as const
const etcdGates = ['EtcdPodHealthy', 'EtcdMemberHealthy'] as const

function machineSpec(controlPlane: KubeObject, cluster: KubeObject, version: string): Fields {
  const external = at(controlPlane.spec, 'kubeadmConfigSpec', 'clusterConfiguration', 'etcd', 'external')
  const gates = external === undefined ? [...ownGates, ...etcdGates] : ownGates
  const deletion = at(controlPlane.spec, 'machineTemplate', 'spec', 'deletion')
  return {
    clusterName: cluster.metadata.name,
    version,
    readinessGates: gates.map((conditionType) => ({ conditionType })),
    ...(deletion !== undefined && { deletion }),
  }
}

const localMode = 'ControlPlaneKubeletLocalMode'

/** How a control plane wants kubeadm to be run, with the gate that it adds for the versions that know it. */
function kubeadmConfigSpec(controlPlane: KubeObject, version: string): Fields {
  const wanted = fields(at(controlPlane.spec, 'kubeadmConfigSpec'))
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(version) ?? []
  const knowsGate = major === '1' && Number(minor) >= 31 && Number(minor) < 36
  const configuration = fields(wanted['clusterConfiguration'])
  const gates = fields(configuration['featureGates'])
  if (!knowsGate || gates[localMode] !== undefined) return wanted
  return {
    ...wanted,
    clusterConfiguration: { ...configuration, featureGates: { ...gates, [localMode]: true } },
  }
}

/** The part that the Machine which begins a cluster needs, or that of those which join it. */
function joinOrInit(config: Fields, goal: 'init' | 'join'): Fields {
  const { initConfiguration, joinConfiguration, ...rest } = config
  if (goal === 'init') return { ...rest, initConfiguration: fields(initConfiguration) }
  const join = fields(joinConfiguration)
  return { ...rest, joinConfiguration: { ...join, controlPlane: fields(join['controlPlane']) } }
}
