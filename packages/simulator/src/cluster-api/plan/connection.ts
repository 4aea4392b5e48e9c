import { clusterKind, podKind } from '@sitrep/cluster-api/kinds'
import { actions, nothing, together } from '../../plan/action.ts'
import type { Planner } from '../../plan/input.ts'
import { clusterNameOf, conditionStatus } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { isCutOff } from '../read.ts'

/** Whether the API of each workload cluster is reached: only while one of its API servers runs and nothing lies between. */
export const planConnections: Planner = ({ world }) => {
  const clusters = new Map(world.list(clusterKind).map((cluster) => [clusterNameOf(cluster), cluster]))
  return together(
    world.workloads.map((name) => {
      const cluster = clusters.get(name)
      if (cluster === undefined) return actions({ act: 'close', cluster: name })
      const reachable = !isCutOff(cluster) && isServing(world, name)
      if (world.workload(name)?.reachable === reachable) return nothing
      return actions({ act: 'connect', cluster: name, reachable })
    }),
  )
}

function isServing(world: World, cluster: string): boolean {
  return world
    .list(podKind, cluster)
    .some(
      (pod) =>
        pod.metadata.namespace === 'kube-system' &&
        pod.metadata.name.startsWith('kube-apiserver-') &&
        conditionStatus(pod, 'Ready') === 'True',
    )
}
