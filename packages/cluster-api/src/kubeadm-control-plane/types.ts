import type { Condition, Instant, SeverityCondition } from '@sitrep/conditions'
import type { ClusterName, Fields, Listing, ObjectRef, Reading } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { ContractRef } from '../model/references.ts'
import type { Spoken } from '../provider-object/contract.ts'

/** What is wanted of a control plane, as far as its status depends on it. */
export interface ControlPlaneSpec {
  readonly replicas: number | undefined
  readonly version: string
  readonly infrastructureRef: ContractRef | undefined
  /** How kubeadm is to be run, as it stands. */
  readonly kubeadmConfigSpec: Fields
  /** Whether etcd runs on the Machines of this control plane, rather than somewhere else. */
  readonly etcdManaged: boolean
  readonly rolloutAfter: Instant | undefined
  /** Machines are replaced this many days before their certificates expire; zero is never. */
  readonly certificatesExpiryDays: number
  readonly rollingUpdate: boolean
}

/** A control plane itself. */
export interface KubeadmControlPlaneSeen {
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

/** What was said of a control plane before, in whichever language and layout. */
export interface ControlPlanePrevious {
  readonly conditions: readonly Condition[]
  readonly initialized: boolean
  readonly version: string | undefined
  readonly lastRemediation: unknown
  readonly observedGeneration: number | undefined
  /** In the older model. */
  readonly old: {
    readonly conditions: readonly SeverityCondition[]
    readonly failureReason: string | undefined
    readonly failureMessage: string | undefined
  }
}

/** A Cluster as its control plane sees it. */
export interface ClusterOfControlPlane {
  readonly paused: boolean
  readonly infrastructureProvisioned: boolean
  readonly hasEndpoint: boolean
  /** The version that the whole cluster is to have; nothing without a topology. */
  readonly topologyVersion: string | undefined
  /** The version of the step that an upgrade over several versions has reached. */
  readonly upgradeStep: string | undefined
  /** The failure domains that may hold control plane Machines. */
  readonly failureDomains: readonly string[]
}

/** A certificate in the Secret that should hold it. */
export interface CertificateSeen {
  readonly purpose: 'ca' | 'sa' | 'proxy' | 'apiserver-etcd-client' | 'etcd'
  /** `malformed` is there without a certificate in it. */
  readonly state: 'found' | 'missing' | 'malformed' | 'unreadable'
  /** Whoever runs etcd elsewhere must provide it. */
  readonly external: boolean
}

/** A Machine as the control plane that it belongs to sees it. */
export interface ControlPlaneMachineSeen extends MachineSeen {
  readonly ref: ObjectRef
  readonly generation: number
  readonly specVersion: string
  readonly kubeletVersion: string
  readonly providerID: string
  readonly failureDomain: string
  readonly infrastructureRef: ContractRef | undefined
  readonly configRef: ContractRef | undefined
  /** It asks itself for the taint that keeps other workloads away. */
  readonly wantsTaint: boolean
  readonly certificatesExpiryDate: Instant | undefined
  readonly markedForDeletion: boolean
  /** What it says of an in-place update, while there is one. */
  readonly updatingMessage: string
  /** Its `Ready` of the older model. */
  readonly oldReady: SeverityCondition | undefined
  /** Which Machine it replaced, as it was written down then. */
  readonly remediationFor: string | undefined
}

/** The label of control plane Nodes, which is the key of their taint as well. */
export const controlPlaneRole = 'node-role.kubernetes.io/control-plane'

/** What keeps Pods away from a Node. */
export interface Taint {
  readonly key: string
  readonly effect: string
}

/** The taint that kubeadm puts on control plane Nodes. */
export const controlPlaneTaint: Taint = { key: controlPlaneRole, effect: 'NoSchedule' }

/** A Node as the control plane on it is judged by. */
export interface ControlPlaneNode {
  readonly name: string
  readonly createdAt: Instant | undefined
  readonly labelled: boolean
  readonly tainted: boolean
  /** The taint that is set while nobody hears from the Node. */
  readonly unreachable: boolean
  readonly ready: boolean
  readonly readyUnknown: boolean
}

/** The components that kubeadm runs as static Pods, and the condition that tells of each. */
export const components = [
  { name: 'kube-apiserver', condition: 'APIServerPodHealthy' },
  { name: 'kube-controller-manager', condition: 'ControllerManagerPodHealthy' },
  { name: 'kube-scheduler', condition: 'SchedulerPodHealthy' },
  { name: 'etcd', condition: 'EtcdPodHealthy' },
] as const

/** One of them. */
export type Component = (typeof components)[number]

/** A static Pod as far as it tells whether its component is well. */
export interface StaticPod {
  readonly name: string
  readonly phase: string
  readonly scheduled: boolean
  readonly initialized: boolean
  readonly ready: boolean
  readonly containers: readonly ContainerSeen[]
}

/** A container of such a Pod. */
export interface ContainerSeen {
  /** Why it waits or has ended; nothing where it does not. */
  readonly waiting: string | undefined
  readonly terminated: string | undefined
  /** It has ended with an error before. */
  readonly crashed: boolean
}

/** One member of etcd, in etcd's own words. */
export interface EtcdMember {
  readonly id: string
  /** Empty while it has not been given one; then the name of its Node. */
  readonly name: string
  readonly learner: boolean
  readonly alarms: readonly string[]
}

/** What one look at etcd gave. */
export type EtcdLook =
  | { readonly look: 'members'; readonly members: readonly EtcdMember[]; readonly hasLeader: boolean }
  | { readonly look: 'failed'; readonly at: 'connect' | 'members' | 'alarms'; readonly error: string }

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
  readonly controlPlane: KubeadmControlPlaneSeen
  readonly previous: ControlPlanePrevious
  /** The whole status before, for what nobody here knows about. */
  readonly previousStatus: Fields
  /** Nothing where no Cluster owns the control plane yet. */
  readonly cluster: Reading<ClusterOfControlPlane> | undefined
  /** The control plane Machines of the cluster, whoever owns them. */
  readonly machines: Listing<MachineObserved>
  readonly template: Reading<Spoken<true>> | undefined
  readonly certificates: readonly CertificateSeen[]
  /** The certificate authority of etcd is there without its key, and nothing else that etcd would let in. */
  readonly etcdKeyless: boolean
  readonly probe: Probe
  /** The ConfigMap that kubeadm leaves behind; only looked for until it was found. */
  readonly kubeadmConfigMap: Reading<true> | undefined
  /** The Nodes with the label of control planes. */
  readonly nodes: Listing<ControlPlaneNode>
  readonly etcd: Reading<EtcdLook>
  /** What must be gone before the control plane may go; only while it is being deleted. */
  readonly workers: WorkersObserved | undefined
}

/** What belongs to the cluster besides its control plane. */
export interface WorkersObserved {
  readonly machines: Listing<{ readonly name: string; readonly controlPlane: boolean }>
  readonly pools: Listing<string>
}
