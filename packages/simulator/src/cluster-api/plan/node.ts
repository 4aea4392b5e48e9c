import { machineKind, nodeKind, podKind } from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, text } from '@sitrep/status'
import { type Action, actions, inOrder, nothing, together } from '../../plan/action.ts'
import type { ObjectPlanner, Planner } from '../../plan/input.ts'
import { annotate } from '../../plan/metadata-patch.ts'
import { timer } from '../../plan/timer.ts'
import { clusterNameOf, follow, isDeleting } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { durationOf } from '../durations.ts'
import { marks } from '../kinds.ts'
import { clusterOf, isControlPlaneMachine, isPaused, isProvisioned } from '../read.ts'
import { isInitialized } from './bootstrap.ts'
import { configuration, controlPlanePods, type NodeFacts, nodeObject } from './node-objects.ts'

/** Nodes that join: one for every provisioned machine, with the Pods of the control plane where it is one of those. */
export const planNodes: Planner = (input) =>
  together(
    input.world
      .list(machineKind)
      .filter((machine) => !isDeleting(machine))
      .map((machine) => planNode(machine, input)),
  )

const planNode: ObjectPlanner = (machine, input) => {
  const { world, now } = input
  const cluster = clusterOf(world, machine)
  const infrastructure = follow(world, machine, at(machine.spec, 'infrastructureRef'))
  if (cluster === undefined || infrastructure === undefined || isPaused(cluster, infrastructure))
    return nothing
  const name = clusterNameOf(cluster)
  if (!isProvisioned(infrastructure) || isDeleting(infrastructure) || world.workload(name) === undefined)
    return nothing
  // A Node that was there once and is gone was deleted by somebody, and a kubelet that runs does not register again.
  if (infrastructure.metadata.annotations?.[marks.joined] !== undefined) return nothing
  const waiting = timer(infrastructure, { name: 'joined', takesMs: durationOf('nodeJoinMs', input) }, input)
  if (waiting !== 'over') return waiting
  const facts: NodeFacts = {
    name: machine.metadata.name,
    version: text(at(machine.spec, 'version')),
    providerID: at(infrastructure.spec, 'providerID'),
    role: isControlPlaneMachine(machine) ? 'control-plane' : 'worker',
    now,
  }
  const begins = isControlPlaneMachine(machine) && !isInitialized(world, cluster)
  const objects = [
    nodeObject(facts),
    ...(isControlPlaneMachine(machine) ? controlPlanePods(facts) : []),
    ...(begins ? [configuration(cluster, machine)] : []),
  ]
  return actions(
    ...inOrder(
      ...objects.map((object): Action => ({ act: 'create', cluster: name, object })),
      annotate(infrastructure, { [marks.joined]: nodeNameOf(machine) }),
    ),
  )
}

/** The name of the Node that a Machine has or will have. */
export const nodeNameOf = (machine: KubeObject): string =>
  text(at(machine.status, 'nodeRef', 'name')) ?? machine.metadata.name

/** The Node of a Machine, where it has joined. */
export function nodeOf(world: World, machine: KubeObject): KubeObject | undefined {
  const cluster = clusterOf(world, machine)
  if (cluster === undefined) return undefined
  return world.get({ ...nodeKind, cluster: clusterNameOf(cluster), name: nodeNameOf(machine) })
}

/** The Pods that run on a Node. */
export const podsOn = (world: World, cluster: string, node: string): readonly KubeObject[] =>
  world.list(podKind, cluster).filter(({ spec }) => at(spec, 'nodeName') === node)
