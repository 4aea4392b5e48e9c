/** What `failureReason` may say. Source: aws/eks-anywhere pkg/api/v1alpha1 (literals), aebd9a062. */
export const failureReasons = [
  'MissingDependentObjects',
  'ManagementClusterRefInvalid',
  'ClusterInvalid',
  'DatacenterConfigInvalid',
  'MachineConfigInvalid',
  'FailureDomainInvalid',
  'UnavailableControlPlaneIP',
  'EksaVersionInvalid',
  'BundleNotFoundForCluster',
  'ExtendedKubernetesVersionSupportNotSupported',
  'HardwareInvalid',
  'MachineInvalid',
] as const

export type FailureReason = (typeof failureReasons)[number]

/** Why a Cluster cannot be turned into what it asks for. */
export interface Fault {
  readonly reason: FailureReason
  readonly message: string
  /** What the released system tells of it: both fields, the message alone with whatever reason stood there, or nothing. */
  readonly told: 'both' | 'message' | 'nothing'
  /** Whether the released pass ends with an error, or stops and waits for a change. */
  readonly ends: 'error' | 'stop'
}

/** Nobody could look, so nothing can be said: neither that something is wrong nor that all is well. */
export interface Unread {
  readonly unread: string
}

/** A check: what is wrong, that nobody could look, or nothing. */
export type Finding = Fault | Unread | undefined

export const isUnread = (finding: Fault | Unread): finding is Unread => 'unread' in finding

/** A fault that is told in full. */
export const told = (reason: FailureReason, message: string, ends: Fault['ends'] = 'error'): Fault => ({
  reason,
  message,
  told: 'both',
  ends,
})

/** A fault that the released system keeps to itself: its pass ends with an error that only a log shows. */
export const untold = (reason: FailureReason, message: string): Fault => ({
  reason,
  message,
  told: 'nothing',
  ends: 'error',
})

/** The words in which an API client says that an object does not exist. */
export const notFound = (kind: string, name: string, group: string): string =>
  `${group === '' ? kind : `${kind}.${group}`} ${JSON.stringify(name)} not found`
