import {
  type Condition,
  type ConditionStatus,
  falseSeverityCondition,
  type SeverityCondition,
  trueSeverityCondition,
  unknownSeverityCondition,
} from '@sitrep/conditions'

/** What control planes and health checks say on a Machine, as far as its old words follow from it. */
export interface Spoken {
  readonly type: string
  readonly message: string
  /** What the pattern of the row found in the message. */
  readonly found: readonly string[]
  readonly nodeName: string | undefined
}

type OldWords = (spoken: Spoken) => SeverityCondition

/** One row: what it means, what the condition says (its message where that matters too), and what the older model says of it. */
type Row = readonly [meaning: string, status: ConditionStatus, reason: string, message: RegExp, old: OldWords]

type Part = string | ((spoken: Spoken) => string)

const textOf = (part: Part, spoken: Spoken): string => (typeof part === 'string' ? part : part(spoken))
const holds: OldWords = ({ type }) => trueSeverityCondition(type)
const no =
  (severity: 'Info' | 'Warning' | 'Error', reason: string, message: Part = ''): OldWords =>
  (spoken) =>
    falseSeverityCondition(spoken.type, { reason, severity, message: textOf(message, spoken) })
const unknown =
  (reason: string, message: Part): OldWords =>
  (spoken) =>
    unknownSeverityCondition(spoken.type, { reason, message: textOf(message, spoken) })

const any = /^/
const same = ({ message }: Spoken): string => message
const first = ({ found }: Spoken): string => found[1] ?? ''

const components: Readonly<Record<string, string>> = {
  EtcdPodHealthy: 'etcd',
  APIServerPodHealthy: 'kube-apiserver',
  ControllerManagerPodHealthy: 'kube-controller-manager',
  SchedulerPodHealthy: 'kube-scheduler',
}
const podMissing = ({ type, nodeName = '' }: Spoken): string =>
  `Pod ${components[type]}-${nodeName} is missing`

// Source: kubernetes-sigs/cluster-api controlplane/kubeadm/pkg/workload_cluster_conditions.go, v1.14.2. What is not listed changes nothing:
// the older model keeps silent while a Machine has no Node, and when the connection is lost.
// biome-ignore format: the table is the specification; its columns stay aligned
const podRows: readonly Row[] = [
  ['the Pod is ready',                     'True',    'Running',          any,                                                holds],
  ['the Machine is being deleted',         'False',   'Deleting',         any,                                                no('Info', 'Deleting')],
  ['the Pod is coming up',                 'False',   'Provisioning',     any,                                                no('Info', 'PodProvisioning', same)],
  ['the Pod has failed',                   'False',   'Failed',           any,                                                no('Error', 'PodFailed', same)],
  ['the Pod does not exist',               'False',   'DoesNotExist',     any,                                                no('Error', 'PodMissing', podMissing)],
  ['the Nodes cannot be listed',           'Unknown', 'InspectionFailed', /^Failed to get the Node hosting the Pod: (.*)$/s,   unknown('PodInspectionFailed', (s) => `Failed to get the Node which is hosting this component: ${first(s)}`)],
  ['the Node is gone',                     'Unknown', 'InspectionFailed', /^Node \S+ does not exist$/,                        no('Error', 'PodFailed', 'Missing Node')],
  ['nobody reaches the Node',              'Unknown', 'InspectionFailed', /^Node \S+ is unreachable$/,                        unknown('PodInspectionFailed', 'Node is unreachable')],
  ['nobody hears from the Node',           'Unknown', 'InspectionFailed', /^Node Ready condition is Unknown/,                 unknown('PodInspectionFailed', same)],
  ['the Pod cannot be read',               'Unknown', 'InspectionFailed', /^Please check controller logs for errors$/,        unknown('PodInspectionFailed', 'Failed to get Pod status')],
  ['nobody knows how the Pod is',          'Unknown', 'InspectionFailed', /^Pod is reporting Unknown status$/,                unknown('PodInspectionFailed', same)],
]

const missingMember = ({ found }: Spoken): string =>
  `Etcd member reports the cluster is composed by members ${found[1]}, but the member hosted on this Machine is not included`

// Source: as above.
// biome-ignore format: the table is the specification; its columns stay aligned
const memberRows: readonly Row[] = [
  ['the member is well',                   'True',    'Healthy',          any,                                                holds],
  ['the Machine is being deleted',         'False',   'Deleting',         any,                                                no('Info', 'Deleting')],
  ['etcd knows no member on the Node',     'False',   'NotHealthy',       /^Etcd doesn't have an etcd member for Node /,      no('Error', 'EtcdMemberUnhealthy', 'Missing etcd member')],
  ['etcd does not count the member',       'False',   'NotHealthy',       /^Etcd reports the cluster is composed by (.*), but /s, no('Error', 'EtcdMemberUnhealthy', missingMember)],
  ['the member raises alarms',             'False',   'NotHealthy',       /^Etcd reports (alarms: .*)$/s,                     no('Error', 'EtcdMemberUnhealthy', (s) => `Etcd member reports ${first(s)}`)],
  ['the member is still learning',         'False',   'NotHealthy',       any,                                                no('Error', 'EtcdMemberUnhealthy', same)],
  ['the Nodes cannot be listed',           'Unknown', 'InspectionFailed', /^Failed to get the Node hosting the etcd member$/, unknown('MemberInspectionFailed', 'Failed to get the Node which is hosting the etcd member')],
  ['nobody can connect to etcd',           'Unknown', 'InspectionFailed', /^Failed to connect to etcd/,                       unknown('MemberInspectionFailed', same)],
  ['etcd does not tell its members',       'Unknown', 'InspectionFailed', /^(Failed to get etcd members)/,                    no('Error', 'EtcdMemberUnhealthy', first)],
  ['etcd does not tell its alarms',        'Unknown', 'InspectionFailed', /^(Failed to get etcd alarms)/,                     no('Error', 'EtcdMemberUnhealthy', first)],
]

/** The lines of a failed check in one line, without their heading. */
const checks = ({ message }: Spoken): string =>
  message
    .replace(/^Health check failed:\s*/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* /, ''))
    .join('; ')

// Source: kubernetes-sigs/cluster-api core/reconcilers/machinehealthcheck/machinehealthcheck_targets.go, v1.14.2.
// biome-ignore format: the table is the specification; its columns stay aligned
const healthCheckRows: readonly Row[] = [
  ['the check succeeded',                  'True',    'HealthCheckSucceeded',   any, holds],
  ['somebody asks for a remediation',      'False',   'HasRemediateAnnotation', any, no('Warning', 'HasRemediateMachineAnnotation', 'Marked for remediation via remediate-machine annotation')],
  ['its Node is gone',                     'False',   'NodeDeleted',            any, no('Warning', 'NodeNotFound')],
  ['its Node did not come up in time',     'False',   'NodeStartupTimeout',     any, no('Warning', 'NodeStartupTimeout', checks)],
  ['its Node is not well',                 'False',   'UnhealthyNode',          any, no('Warning', 'UnhealthyNode', checks)],
  ['the Machine is not well',              'False',   'UnhealthyMachine',       any, no('Warning', 'UnhealthyMachine', checks)],
]

// Source: machinehealthcheck_controller.go. How a remediation goes on is told by whoever carries it out, in both models.
// biome-ignore format: the table is the specification; its columns stay aligned
const remediationRows: readonly Row[] = [
  ['its owner is told to replace it',      'False',   'WaitingForRemediation',  /^Waiting for remediation$/, no('Warning', 'WaitingForRemediation')],
]

const tables: ReadonlyMap<string, readonly Row[]> = new Map([
  ...Object.keys(components).map((type) => [type, podRows] as const),
  ['EtcdMemberHealthy', memberRows],
  ['HealthCheckSucceeded', healthCheckRows],
  ['OwnerRemediated', remediationRows],
])

/** What the older model says where a condition says this on a Machine; nothing where that leaves it as it is. */
export function oldWordsFor(
  { type, status, reason, message = '' }: Condition,
  nodeName: string | undefined,
): SeverityCondition | undefined {
  const rows = tables.get(type)
  if (rows === undefined) return undefined
  for (const [, wanted, cause, pattern, old] of rows) {
    if (wanted !== status || cause !== reason) continue
    const found = pattern.exec(message)
    if (found !== null) return old({ type, message, found, nodeName })
  }
  return undefined
}

/** Whether the older model has words for what a condition says on a Machine. */
export const hasOldWords = (condition: Condition): boolean => oldWordsFor(condition, undefined) !== undefined
