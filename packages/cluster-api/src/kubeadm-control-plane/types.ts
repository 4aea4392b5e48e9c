import type { Condition, Instant } from '@sitrep/conditions'
import type { ClusterName, Fields, Listing, ObjectRef, Reading } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { Spoken } from '../provider-object/read.ts'
import type { CertificateSeen } from './observe/certificates-seen.ts'
import type { ClusterOfControlPlane } from './observe/cluster-seen.ts'
import type { EtcdLook } from './observe/etcd-seen.ts'
import type { ControlPlaneMachineSeen } from './observe/machine-seen.ts'
import type { ControlPlaneNode } from './observe/node-seen.ts'
import type { ControlPlanePrevious } from './observe/previous.ts'
import type { StaticPod } from './observe/static-pod-seen.ts'
import type { ControlPlaneSpec } from './spec.ts'

/** A control plane itself. */
export interface ControlPlaneSeen {
  readonly ref: ObjectRef
  readonly uid: string
  readonly generation: number
  readonly deleting: boolean
  readonly paused: boolean
  /** What its annotation says of a remediation in progress; nothing while there is none. */
  readonly remediationInProgress: string | undefined
  readonly spec: ControlPlaneSpec
  readonly workload: ClusterName
  readonly clusterName: string
}

/** One Machine of a control plane with all that is judged together with it. */
export interface MachineObserved {
  readonly seen: ControlPlaneMachineSeen
  /** Its conditions, with what this control plane said last. */
  readonly before: readonly Condition[]
  readonly infrastructure: Reading<Spoken<ClonedFrom>>
  /** The spec of its KubeadmConfig; nothing where it refers to none. */
  readonly config: Reading<Fields> | undefined
  readonly node: Reading<ControlPlaneNode> | undefined
  readonly pods: Listing<StaticPod> | undefined
}

/** The template that an infrastructure object was made from, by its own account. */
export interface ClonedFrom {
  readonly name: string | undefined
  readonly groupKind: string | undefined
}

/** Everything that the status of a control plane is decided from. */
export interface ControlPlaneObserved {
  readonly now: Instant
  readonly controlPlane: ControlPlaneSeen
  readonly previous: ControlPlanePrevious
  /** The whole status before, for what nobody here knows about. */
  readonly previousStatus: Fields
  /** Nothing where no Cluster owns the control plane yet. */
  readonly cluster: Reading<ClusterOfControlPlane> | undefined
  /** The control plane Machines of the cluster, whoever owns them. */
  readonly machines: Listing<MachineObserved>
  readonly template: Reading<Spoken<true>> | undefined
  readonly certificates: readonly CertificateSeen[]
  readonly probe: Probe
  /** The ConfigMap that kubeadm leaves behind; only looked for until it was found. */
  readonly kubeadmConfigMap: Reading<true> | undefined
  /** The Nodes with the label of control planes. */
  readonly nodes: Listing<ControlPlaneNode>
  readonly etcd: Reading<EtcdLook>
  /** What must be gone before the control plane may go; only while it is being deleted. */
  readonly workers: WorkersObserved | undefined
}

export interface WorkersObserved {
  readonly machines: Listing<{ readonly name: string; readonly controlPlane: boolean }>
  readonly pools: Listing<string>
}
