import { at, list, number, text, type View } from '@sitrep/status'

/** The components that kubeadm runs as static Pods, and the condition that tells of each. */
export const components = [
  { name: 'kube-apiserver', condition: 'APIServerPodHealthy' },
  { name: 'kube-controller-manager', condition: 'ControllerManagerPodHealthy' },
  { name: 'kube-scheduler', condition: 'SchedulerPodHealthy' },
  { name: 'etcd', condition: 'EtcdPodHealthy' },
] as const

export type Component = (typeof components)[number]

/** The conditions of a Machine that tell of its static Pods; etcd is one of them only where it runs there. */
export const podConditions = (etcdManaged: boolean): readonly string[] =>
  components.filter(({ name }) => name !== 'etcd' || etcdManaged).map(({ condition }) => condition)

/** A static Pod as far as it tells whether its component is well. */
export interface StaticPod {
  readonly name: string
  readonly phase: string
  readonly scheduled: boolean
  readonly initialized: boolean
  readonly ready: boolean
  readonly containers: readonly ContainerSeen[]
}

export interface ContainerSeen {
  /** Why it waits or has ended; nothing where it does not. */
  readonly waiting: string | undefined
  readonly terminated: string | undefined
  /** It has ended with an error before. */
  readonly crashed: boolean
}

/** Hides all Pods but those of the components. */
export const staticPod: View<StaticPod | undefined> = {
  name: 'staticPod',
  of: ({ metadata, status }) => {
    if (metadata.namespace !== 'kube-system') return undefined
    if (!components.some(({ name }) => metadata.name.startsWith(`${name}-`))) return undefined
    const holds = (type: string): boolean =>
      at(
        list(at(status, 'conditions')).find((condition) => at(condition, 'type') === type),
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
