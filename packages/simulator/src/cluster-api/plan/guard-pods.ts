import {
  labels,
  machineDeploymentKind,
  machineKind,
  podDisruptionBudgetKind,
  podKind,
} from '@sitrep/cluster-api/kinds'
import { type KubeObject, refOf } from '@sitrep/status'
import { type Action, actions, nothing, together } from '../../plan/action.ts'
import type { ObjectPlanner, Planner } from '../../plan/input.ts'
import { clusterNameOf, isDeleting } from '../../world/read.ts'
import type { World } from '../../world/world.ts'
import { faults } from '../kinds.ts'
import { clusterOf } from '../read.ts'
import { nodeOf } from './node.ts'

/** Pods that a disruption budget holds on the Nodes of a MachineDeployment whose drains are to be blocked. */
export const planGuards: Planner = (input) =>
  together(input.world.list(machineDeploymentKind).map((deployment) => planGuard(deployment, input)))

const planGuard: ObjectPlanner = (deployment, { world }) => {
  const cluster = clusterOf(world, deployment)
  if (cluster === undefined || world.workload(clusterNameOf(cluster)) === undefined) return nothing
  const name = clusterNameOf(cluster)
  const budget = budgetObject(deployment)
  const present = world.get(refOf(budget, name))
  if (deployment.metadata.annotations?.[faults.drain] !== 'blocked') {
    if (present === undefined) return nothing
    const pods = world
      .list(podKind, name)
      .filter(({ metadata }) => metadata.labels?.['app'] === budget.metadata.name)
    return actions(
      { act: 'delete', ref: refOf(budget, name) },
      ...pods.map((pod): Action => ({ act: 'delete', ref: refOf(pod, name) })),
    )
  }
  const pods = nodesOf(world, deployment).map((node) => podObject(deployment, node))
  const missing = [...(present === undefined ? [budget] : []), ...pods].filter(
    (object) => world.get(refOf(object, name)) === undefined,
  )
  return actions(...missing.map((object): Action => ({ act: 'create', cluster: name, object })))
}

function nodesOf(world: World, deployment: KubeObject): readonly string[] {
  return world
    .list(machineKind)
    .filter(
      (machine) =>
        machine.metadata.namespace === deployment.metadata.namespace &&
        machine.metadata.labels?.[labels.deploymentName] === deployment.metadata.name &&
        !isDeleting(machine),
    )
    .flatMap((machine) => nodeOf(world, machine)?.metadata.name ?? [])
}

const guardName = ({ metadata }: KubeObject): string => `guard-${metadata.name}`

const budgetObject = (deployment: KubeObject): KubeObject => ({
  apiVersion: 'policy/v1',
  kind: podDisruptionBudgetKind.kind,
  metadata: { name: guardName(deployment), namespace: 'default' },
  spec: { minAvailable: '100%', selector: { matchLabels: { app: guardName(deployment) } } },
})

const podObject = (deployment: KubeObject, node: string): KubeObject => ({
  apiVersion: 'v1',
  kind: podKind.kind,
  metadata: { name: `guard-${node}`, namespace: 'default', labels: { app: guardName(deployment) } },
  spec: { nodeName: node, containers: [{ name: 'guard', image: 'registry.k8s.io/pause:3.10' }] },
})
