import type { Condition } from '@sitrep/conditions'
import { type AdviceTable, type KindRef, type KubeObject, parseAddress } from '@sitrep/status'

/** What is in trouble. */
export interface Troubled {
  readonly ref: KindRef
  /** The condition, as an address is written. */
  readonly type: string
  readonly condition?: Condition | undefined
  /** The object itself, for advice on kinds that are told by their looks. */
  readonly object?: KubeObject | undefined
}

/** The first row that fits, the tables of families before what holds for all; nothing where nothing is known to help. */
export function adviceOn(troubled: Troubled, tables: readonly AdviceTable[]): readonly string[] {
  const { ref, type: address, condition } = troubled
  const { type } = parseAddress(address)
  const reason = condition?.reason ?? ''
  for (const { of, rows } of [...tables, generalAdvice]) {
    if (!isOf(of, troubled)) continue
    const row = rows.find(
      ([kind, wantedType, wantedReason]) =>
        fits(kind, ref.kind) && fits(wantedType, type) && fits(wantedReason, reason),
    )
    if (row !== undefined) return [row[3]]
  }
  return []
}

const isOf = (of: AdviceTable['of'], { ref, object }: Troubled): boolean =>
  typeof of === 'function' ? of(ref) : object !== undefined && of.recognises(object)

const fits = (wanted: string, found: string): boolean => wanted === '*' || wanted.split('|').includes(found)

// biome-ignore format: the table is read as one; its columns stay aligned
const generalAdvice: AdviceTable = {
  of: () => true,
  rows: [
    ['Node', 'Ready', 'NodeStatusUnknown|NodeStatusNeverUpdated', 'The kubelet has been silent: look whether the machine runs and reaches the API server.'],
    ['Node', 'Ready', '*',                 'Look at kubelet and container runtime on that machine, and at its network plugin.'],
    ['Node', 'MemoryPressure', '*',        'Memory is short: look at the largest Pods of the Node, and at their requests and limits.'],
    ['Node', 'DiskPressure', '*',          'The disk is full: remove unused images and logs, or give the machine a larger one.'],
    ['Node', 'PIDPressure', '*',           'Too many processes: look for a Pod that forks without end.'],
    ['Node', 'NetworkUnavailable', '*',    'The network plugin has not set up this Node: look at its Pod there.'],
    ['Deployment', 'Progressing', 'ProgressDeadlineExceeded', 'The rollout stands still: look at the newest ReplicaSet and its Pods (image, probes, quota).'],
    ['Deployment', 'Available', '*',       'Too few Pods are available: look at those that are not (image, probes, room on the Nodes).'],
    ['*', 'ReplicaFailure', '*',           'Pods cannot be created: the message says why (quota, admission, a missing service account).'],
    ['Pod', 'PodScheduled', 'Unschedulable', 'No Node can take it: the message says why (room, taints, affinity, volumes).'],
    ['Pod', 'Ready|ContainersReady', '*',  'A container does not run or fails its readiness probe: look at its log and its last state.'],
    ['Job', 'Failed', '*',                 'It has given up: look at the logs of its Pods, then delete it and start it again.'],
    ['CustomResourceDefinition', 'NamesAccepted', '*', 'Another definition has taken one of its names.'],
    ['APIService', 'Available', '*',       'The API server behind it does not answer: look at its Service and Pods.'],
    ['*', 'Stalled', '*',                  'It has given up and waits for a change of its spec; the message says of what.'],
    ['*', '*', 'Forbidden|Unauthorized|AccessDenied', 'A permission is missing; the message says whose and which.'],
    ['*', '*', 'ImagePullBackOff|ErrImagePull', 'The image cannot be pulled: look at its name, and at the credentials for its registry.'],
    ['*', '*', 'CrashLoopBackOff',         'A container ends again and again: look at its log (--previous shows the last run).'],
  ],
}
