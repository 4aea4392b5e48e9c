import { annotations, finalizers, machineKind, nodeKind, podKind } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, number, refOf } from '@sitrep/status'
import { type Action, actions, nothing, type Plan, together } from '../../plan/action.ts'
import type { PlanInput, Planner } from '../../plan/input.ts'
import { annotate, withoutFinalizer } from '../../plan/metadata-patch.ts'
import { clusterNameOf, follow, isDeleting } from '../../world/read.ts'
import { clusterOf, isControlPlaneMachine, isCutOff, isPaused, ofCluster } from '../read.ts'
import { drainNode, type Evictions } from './drain.ts'
import { nodeOf, podsOn } from './node.ts'
import { dismantle } from './owner-deletion.ts'

/** Machines that are being deleted, stage by stage: hooks, drain, hooks, infrastructure, bootstrap configuration, Node. */
export const planMachineDeletion: Planner = (input) => {
  const evictions: Evictions = new Map()
  return together(
    input.world
      .list(machineKind)
      .filter((machine) => isDeleting(machine))
      .map((machine) => planMachine(machine, evictions, input)),
  )
}

/** The stages in order: each gives a plan that holds the deletion back, or nothing when it lies behind. */
function planMachine(machine: KubeObject, evictions: Evictions, input: PlanInput): Plan {
  const { world } = input
  const cluster = clusterOf(world, machine)
  if (isPaused(cluster, machine)) return nothing
  const infrastructure = follow(world, machine, at(machine.spec, 'infrastructureRef'))
  const node = isNodeDeletable(machine, cluster, input) ? nodeOf(world, machine) : undefined
  const held =
    (node && beforeDrain(machine, { node, infrastructure, evictions }, input)) ??
    beforeTermination(machine) ??
    infrastructureGoes(infrastructure, input) ??
    configurationGoes(machine, input)
  if (held !== undefined) return held
  const last = node && cluster && nodeGoes({ machine, node, cluster }, input)
  return last ?? withoutFinalizer(machine, finalizers.machine)
}

/** Draining and deleting a Node is pointless when the whole cluster goes, and impossible without a control plane. */
function isNodeDeletable(
  machine: KubeObject,
  cluster: KubeObject | undefined,
  { world }: PlanInput,
): boolean {
  if (cluster === undefined || isDeleting(cluster)) return false
  const controlPlane = follow(world, cluster, at(cluster.spec, 'controlPlaneRef'))
  if (controlPlane !== undefined && isDeleting(controlPlane)) return false
  return ofCluster(world, cluster, machineKind).some(
    (other) => isControlPlaneMachine(other) && !isDeleting(other) && other !== machine,
  )
}

const hooksOf = ({ metadata }: KubeObject, prefix: string): readonly string[] =>
  Object.keys(metadata.annotations ?? {}).filter((name) => name.startsWith(prefix))

interface Draining {
  readonly node: KubeObject
  readonly infrastructure: KubeObject | undefined
  readonly evictions: Evictions
}

function beforeDrain(machine: KubeObject, draining: Draining, input: PlanInput): Plan | undefined {
  const { node, infrastructure, evictions } = draining
  if (hooksOf(machine, annotations.preDrainHookPrefix).length > 0) return nothing
  const excluded = machine.metadata.annotations?.[annotations.excludeNodeDraining] !== undefined
  // Pods on a machine that is already on its way out cannot be moved any more.
  if (excluded || infrastructure === undefined || isDeleting(infrastructure)) return undefined
  const deadline = drainDeadline(machine)
  if (deadline !== undefined && deadline <= input.now) return undefined
  const cluster = clusterOf(input.world, machine)
  if (cluster === undefined) return undefined
  if (isCutOff(cluster)) return waitUntil(deadline)
  const drain = drainNode(node, { cluster: clusterNameOf(cluster), evictions }, input)
  return drain && together([drain, waitUntil(deadline)])
}

const waitUntil = (deadline: number | undefined): Plan =>
  deadline === undefined ? nothing : { actions: [], wakeAt: deadline }

/** When a drain is given up: counted from its reported start, and never where there is no limit. */
function drainDeadline({ spec, status }: KubeObject): number | undefined {
  const limit =
    number(at(spec, 'deletion', 'nodeDrainTimeoutSeconds')) ??
    number(at(spec, 'nodeDrainTimeoutSeconds')) ??
    0
  const started = Date.parse(String(at(status, 'deletion', 'nodeDrainStartTime')))
  return limit > 0 && !Number.isNaN(started) ? started + limit * 1000 : undefined
}

function beforeTermination(machine: KubeObject): Plan | undefined {
  const hooks = hooksOf(machine, annotations.preTerminateHookPrefix)
  if (hooks.length === 0) return undefined
  // The control plane waits until no other hook is left: etcd loses its member as late as possible.
  const own = hooks.length === 1 && hooks[0] === annotations.controlPlaneCleanup
  return own ? actions(annotate(machine, { [annotations.controlPlaneCleanup]: null })) : nothing
}

function infrastructureGoes(infrastructure: KubeObject | undefined, input: PlanInput): Plan | undefined {
  if (infrastructure === undefined) return undefined
  if (isDeleting(infrastructure)) return dismantle(infrastructure, input)
  return actions({ act: 'delete', ref: refOf(infrastructure) })
}

function configurationGoes(machine: KubeObject, { world }: PlanInput): Plan | undefined {
  const config = follow(world, machine, at(machine.spec, 'bootstrap', 'configRef'))
  if (config === undefined) return undefined
  return isDeleting(config) ? nothing : actions({ act: 'delete', ref: refOf(config) })
}

interface Leaving {
  readonly machine: KubeObject
  readonly node: KubeObject
  readonly cluster: KubeObject
}

const defaultNodeDeletionSeconds = 10

function nodeGoes({ machine, node, cluster }: Leaving, { world, now }: PlanInput): Plan | undefined {
  if (isCutOff(cluster)) {
    const limit =
      number(at(machine.spec, 'deletion', 'nodeDeletionTimeoutSeconds')) ?? defaultNodeDeletionSeconds
    const deadline = Date.parse(machine.metadata.deletionTimestamp ?? '') + limit * 1000
    if (limit > 0 && deadline <= now) return undefined
    return limit > 0 ? waitUntil(deadline) : nothing
  }
  const name = clusterNameOf(cluster)
  const pods = podsOn(world, name, node.metadata.name).map(
    (pod): Action => ({ act: 'delete', ref: refOf(pod, name), grace: 'none' }),
  )
  return actions(...pods, {
    act: 'delete',
    ref: { ...nodeKind, cluster: name, name: node.metadata.name },
  })
}

/** Pods of Nodes that nobody knows, whose machine went without them, are of the past. */
export const planOrphanedPods: Planner = ({ world }) =>
  together(
    world.workloads.map((cluster) => {
      const nodes = new Set(world.list(nodeKind, cluster).map(({ metadata }) => metadata.name))
      const orphans = world.list(podKind, cluster).filter(({ spec }) => {
        const node = at(spec, 'nodeName')
        return typeof node === 'string' && !nodes.has(node)
      })
      return actions(
        ...orphans.map((pod): Action => ({ act: 'delete', ref: refOf(pod, cluster), grace: 'none' })),
      )
    }),
  )
