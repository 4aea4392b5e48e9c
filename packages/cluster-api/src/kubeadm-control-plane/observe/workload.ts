import {
  at,
  type Fields,
  list,
  number,
  type Reading,
  text,
  unreadable,
  type View,
  type World,
} from '@sitrep/status'
import { configMapKind, etcdMembershipKind, nodeKind } from '../../kinds.ts'
import {
  type ContainerSeen,
  type ControlPlaneNode,
  type ControlPlaneObserved,
  components,
  controlPlaneRole,
  controlPlaneTaint,
  type EtcdLook,
  type EtcdMember,
  type KubeadmControlPlaneSeen,
  type StaticPod,
  type Taint,
} from '../types.ts'

/** How far a look reaches. */
export interface Reach {
  readonly world: World<Fields>
  readonly controlPlane: KubeadmControlPlaneSeen
  /** Whether the workload cluster answers. */
  readonly connected: boolean
}

/** What stands for everything in a workload cluster that does not answer. */
export const notConnected: ReturnType<typeof unreadable> = unreadable('the workload cluster is not connected')

/** Looks for the Nodes with the label of control planes. */
export function observeNodes({ world, controlPlane, connected }: Reach): ControlPlaneObserved['nodes'] {
  if (!connected) return notConnected
  const by = { label: controlPlaneRole, value: '' }
  return world.list({ ...nodeKind, cluster: controlPlane.workload, by }, nodeForControlPlane)
}

/** A Node without what moves all the time and decides nothing. */
export const nodeForControlPlane: View<ControlPlaneNode> = {
  name: 'nodeForControlPlane',
  of: (object) => {
    const [taints, conditions] = [at(object.spec, 'taints'), list(at(object.status, 'conditions'))]
    // Of a type that is there twice the later entry counts.
    const ready = at(
      conditions.findLast((entry) => at(entry, 'type') === 'Ready'),
      'status',
    )
    return {
      name: object.metadata.name,
      createdAt: object.metadata.creationTimestamp,
      labelled: Object.hasOwn(object.metadata.labels ?? {}, controlPlaneRole),
      tainted: hasTaint(taints, controlPlaneTaint),
      unreachable: hasTaint(taints, { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' }),
      ready: ready === 'True',
      readyUnknown: ready === 'Unknown',
    }
  },
}

/** Whether a taint is among those of a Node, or of those that a Machine asks for. */
export const hasTaint = (taints: unknown, { key, effect }: Taint): boolean =>
  list(taints).some((taint) => at(taint, 'key') === key && at(taint, 'effect') === effect)

/** Hides all Pods but those of the components. */
export const staticPod: View<StaticPod | undefined> = {
  name: 'staticPod',
  of: ({ metadata, status }) => {
    if (metadata.namespace !== 'kube-system') return undefined
    if (!components.some(({ name }) => metadata.name.startsWith(`${name}-`))) return undefined
    const conditions = list(at(status, 'conditions'))
    const holds = (type: string): boolean =>
      at(
        conditions.find((condition) => at(condition, 'type') === type),
        'status',
      ) === 'True'
    return {
      name: metadata.name,
      phase: text(at(status, 'phase')) ?? '',
      scheduled: holds('PodScheduled'),
      initialized: holds('Initialized'),
      ready: holds('Ready'),
      containers: list(at(status, 'containerStatuses')).map(containerSeen),
    }
  },
}

function containerSeen(status: unknown): ContainerSeen {
  const [waiting, terminated] = [at(status, 'state', 'waiting'), at(status, 'state', 'terminated')]
  return {
    waiting: waiting === undefined ? undefined : (text(at(waiting, 'reason')) ?? ''),
    terminated: terminated === undefined ? undefined : (text(at(terminated, 'reason')) ?? ''),
    crashed: Boolean(number(at(status, 'lastState', 'terminated', 'exitCode'))),
  }
}

/** Looks for what kubeadm leaves behind. Only this one ConfigMap is ever of interest, so nobody is made to feed all of them. */
export function observeKubeadmConfigMap({ world, controlPlane, connected }: Reach): Reading<true> {
  if (!connected) return notConnected
  const by = { index: 'name', key: 'kubeadm-config' }
  const query = { ...configMapKind, cluster: controlPlane.workload, by }
  const found = world.list(query, kubeadmConfigMap)
  if (!found.read) return found
  return found.items.length > 0 ? { read: true, item: true } : { read: true }
}

const kubeadmConfigMap: View<true | undefined> = {
  name: 'kubeadmConfigMap',
  of: ({ metadata }) => (metadata.namespace === 'kube-system' ? true : undefined),
}

/** Looks for what somebody at the edge found out about etcd. Whoever does not answer is not asked, so nobody waits for it. */
export function observeEtcd({ world, controlPlane, connected }: Reach): ControlPlaneObserved['etcd'] {
  if (!connected) return notConnected
  const { ref, clusterName } = controlPlane
  const query = { ...etcdMembershipKind, namespace: ref.namespace ?? '', name: clusterName }
  return world.get(query, etcdForControlPlane)
}

const etcdForControlPlane: View<EtcdLook> = {
  name: 'etcdForControlPlane',
  of: ({ status }) => {
    const [failedAt, members] = [text(at(status, 'failedAt')), list(at(status, 'members')).map(memberSeen)]
    const hasLeader = members.some(({ id }) => id === String(at(status, 'leader')))
    // The alarms are asked for last, and not at all without a leader.
    if (failedAt === 'alarms' && !hasLeader) return { look: 'members', members, hasLeader }
    if (failedAt !== undefined) {
      const place = failedAt === 'members' || failedAt === 'alarms' ? failedAt : 'connect'
      return { look: 'failed', at: place, error: text(at(status, 'error')) ?? '' }
    }
    return { look: 'members', members, hasLeader }
  },
}

function memberSeen(member: unknown): EtcdMember {
  return {
    id: String(at(member, 'id') ?? ''),
    name: text(at(member, 'name')) ?? '',
    learner: at(member, 'isLearner') === true,
    alarms: list(at(member, 'alarms'))
      .map(String)
      .filter((alarm) => alarm !== 'NONE'),
  }
}
