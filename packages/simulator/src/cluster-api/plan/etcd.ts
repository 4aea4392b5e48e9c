import {
  annotations,
  clusterKind,
  etcdMembershipKind,
  factGroup,
  machineKind,
  podKind,
} from '@sitrep/cluster-api/kinds'
import { at, type KubeObject, refOf, same } from '@sitrep/status'
import { actions, nothing, together } from '../../plan/action.ts'
import { chance } from '../../plan/chance.ts'
import type { ObjectPlanner, Planner } from '../../plan/input.ts'
import { clusterNameOf, isDeleting } from '../../world/read.ts'
import { isControlPlaneMachine, ofCluster } from '../read.ts'
import { nodeNameOf } from './node.ts'

/** Who is a member of the etcd of each workload cluster: told as a fact, for no API shows it. */
export const planEtcd: Planner = (input) => {
  const clusters = input.world.list(clusterKind)
  const names = new Set(clusters.map(clusterNameOf))
  const gone = input.world
    .list(etcdMembershipKind)
    .filter((fact) => !names.has(clusterNameOf(fact)))
    .map((fact) => actions({ act: 'tell', fact: { gone: refOf(fact) } }))
  return together([...clusters.map((cluster) => planMembers(cluster, input)), ...gone])
}

const planMembers: ObjectPlanner = (cluster, { world }) => {
  const name = clusterNameOf(cluster)
  const nodes = ofCluster(world, cluster, machineKind)
    .filter((machine) => isControlPlaneMachine(machine) && !hasLeft(machine))
    .map(nodeNameOf)
    .filter(
      (node) =>
        world.get({ ...podKind, cluster: name, namespace: 'kube-system', name: `etcd-${node}` }) !==
        undefined,
    )
    .sort()
  const told = world.get({ ...etcdMembershipKind, ...namesOf(cluster) })
  const status = membership(nodes)
  if (nodes.length === 0 ? told === undefined : same(told?.status, status)) return nothing
  if (nodes.length === 0 && told !== undefined) {
    return actions({ act: 'tell', fact: { gone: refOf(told) } })
  }
  const object: KubeObject = {
    apiVersion: `${factGroup}/v1alpha1`,
    kind: etcdMembershipKind.kind,
    metadata: namesOf(cluster),
    status,
  }
  return actions({ act: 'tell', fact: { object } })
}

/** A Machine that goes has left etcd as soon as its control plane lets it go. */
const hasLeft = (machine: KubeObject): boolean =>
  isDeleting(machine) && machine.metadata.annotations?.[annotations.controlPlaneCleanup] === undefined

function membership(nodes: readonly string[]): object {
  const members = nodes.map((name) => ({ id: memberId(name), name, isLearner: false, alarms: [] }))
  const leader = at(members[0], 'id')
  return { members, ...(leader !== undefined && { leader }) }
}

const memberId = (node: string): string => String(Math.floor(chance('etcd', node) * 2 ** 32))

const namesOf = ({ metadata: { namespace, name } }: KubeObject): { namespace: string; name: string } => ({
  namespace: namespace ?? '',
  name,
})
