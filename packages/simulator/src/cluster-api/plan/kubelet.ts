import { machineKind, nodeKind, podKind } from '@sitrep/cluster-api/kinds'
import { at, type ClusterName, type KubeObject, list, refOf, text } from '@sitrep/status'
import { type Action, actions, nothing, type Plan, together } from '../../plan/action.ts'
import type { ObjectPlanner, PlanInput, Planner } from '../../plan/input.ts'
import { clusterNameOf, follow, isDeleting } from '../../world/read.ts'
import { faults } from '../kinds.ts'
import { clusterOf } from '../read.ts'
import { nodeOf } from './node.ts'
import { nodeConditions, runningStatus } from './node-objects.ts'

/** What kubelets say about their Nodes, and what becomes of the Pods on them. */
export const planKubelets: Planner = (input) =>
  together([
    ...input.world.list(machineKind).map((machine) => planNodeHealth(machine, input)),
    ...input.world.workloads.map((cluster) => planPods(cluster, input)),
  ])

const planNodeHealth: ObjectPlanner = (machine, { world, now }) => {
  const cluster = clusterOf(world, machine)
  const node = nodeOf(world, machine)
  if (cluster === undefined || node === undefined) return nothing
  const infrastructure = follow(world, machine, at(machine.spec, 'infrastructureRef'))
  // Without a machine below it nobody hears from a Node any more.
  const fault =
    infrastructure === undefined ? 'Unreachable' : infrastructure.metadata.annotations?.[faults.node]
  const name = clusterNameOf(cluster)
  return together([
    report(node, name, { now, ...(fault !== undefined && { fault }) }),
    taint(node, name, fault),
  ])
}

interface Report {
  readonly now: number
  readonly fault?: string
}

function report(node: KubeObject, cluster: ClusterName, said: Report): Plan {
  const present = list(at(node.status, 'conditions'))
  const wanted = nodeConditions(said).map((condition) => {
    const before = present.find((other) => at(other, 'type') === at(condition, 'type'))
    const same = at(before, 'status') === at(condition, 'status')
    // Since when something is so is counted from the change, not from the last word about it.
    return same ? { ...condition, ...times(before) } : condition
  })
  const changed = wanted.some((condition) => {
    const before = present.find((other) => at(other, 'type') === at(condition, 'type'))
    return (
      at(before, 'status') !== at(condition, 'status') || at(before, 'reason') !== at(condition, 'reason')
    )
  })
  if (!changed) return nothing
  const own = new Set(wanted.map((condition) => at(condition, 'type')))
  const conditions = [...wanted, ...present.filter((other) => !own.has(at(other, 'type')))]
  return actions({
    act: 'patch',
    ref: refOf(node, cluster),
    part: 'status',
    body: { status: { conditions } },
  })
}

const times = (condition: unknown): object => ({
  lastHeartbeatTime: at(condition, 'lastHeartbeatTime'),
  lastTransitionTime: at(condition, 'lastTransitionTime'),
})

const unreachable = 'node.kubernetes.io/unreachable'

/** The taint by which the node controller says that nobody hears from a Node. */
function taint(node: KubeObject, cluster: ClusterName, fault: string | undefined): Plan {
  const present = list(at(node.spec, 'taints'))
  const others = present.filter((other) => at(other, 'key') !== unreachable)
  const isTainted = others.length < present.length
  if (isTainted === (fault === 'Unreachable')) return nothing
  const taints = isTainted
    ? others
    : [...present, ...['NoSchedule', 'NoExecute'].map((effect) => ({ key: unreachable, effect }))]
  return actions({ act: 'patch', ref: refOf(node, cluster), body: { spec: { taints } } })
}

/** Pods that were bound to a Node begin to run, and those that are to go end; on a silent Node neither happens. */
function planPods(cluster: ClusterName, { world, now }: PlanInput): Plan {
  const heard = new Set(
    world
      .list(nodeKind, cluster)
      .filter(({ spec }) => !list(at(spec, 'taints')).some((other) => at(other, 'key') === unreachable))
      .map(({ metadata }) => metadata.name),
  )
  const own = world.list(podKind, cluster).filter(({ spec }) => heard.has(text(at(spec, 'nodeName')) ?? ''))
  const all = own.flatMap((pod): Action[] => {
    const ref = refOf(pod, cluster)
    if (isDeleting(pod)) return [{ act: 'delete', ref, grace: 'none' }]
    const phase = at(pod.status, 'phase')
    if (phase !== undefined && phase !== 'Pending') return []
    const [container] = list(at(pod.spec, 'containers'))
    const status = runningStatus(text(at(container, 'name')) ?? '', now)
    return [{ act: 'patch', ref, part: 'status', body: { status } }]
  })
  return actions(...all)
}
