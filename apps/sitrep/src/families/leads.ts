import type { Family, KubeObject, Lead } from '@sitrep/status'

const isKind =
  (...keys: readonly string[]): Lead['of'] =>
  ({ apiVersion, kind }: KubeObject): boolean =>
    keys.includes(`${apiVersion.split('/')[0]} ${kind}`)

const replicaSets = { way: 'owns', kinds: [{ group: 'apps', kind: 'ReplicaSet' }] } as const
const pods = { way: 'owns', kinds: [{ group: '', kind: 'Pod' }] } as const
const toPods = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready']

// biome-ignore format: the table is read as one; its columns stay aligned
/** What follows from what among the kinds of Kubernetes itself: workloads from their Pods. */
const ofKubernetes: readonly Lead[] = [
  { of: isKind('v1 Pod'), types: 'Ready', by: { way: 'itself' }, to: ['PodScheduled', 'Initialized', 'ContainersReady'] },
  { of: isKind('v1 Pod'), types: 'ContainersReady', by: { way: 'itself' }, to: ['PodScheduled', 'Initialized'] },
  { of: isKind('apps ReplicaSet', 'apps StatefulSet', 'apps DaemonSet', 'batch Job'), types: '*', by: pods, to: toPods },
  { of: isKind('apps Deployment'), types: 'Available|Progressing|ReplicaFailure', by: replicaSets, onward: pods, to: toPods },
  { of: isKind('batch CronJob'),   types: '*', by: { way: 'owns', kinds: [{ group: 'batch', kind: 'Job' }] }, to: ['Failed=True'] },
]

/** What follows from what, as the families and Kubernetes itself have it. */
export const leadsOf = (families: readonly Pick<Family, 'leads'>[]): readonly Lead[] => [
  ...families.flatMap(({ leads = [] }) => leads),
  ...ofKubernetes,
]
