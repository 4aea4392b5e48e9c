import type { NamedParts } from '@sitrep/cluster-api'
import type { Instant, SeverityCondition } from '@sitrep/conditions'
import type { KubeObject, Listing, Reading, Typed } from '@sitrep/status'
import type { clusterStatusSchema } from './schema.ts'

type Statuses = typeof clusterStatusSchema

/** The status of a Cluster of EKS Anywhere, in either language. */
export type ClusterStatus = Typed<Statuses['released'], NamedParts> & Typed<Statuses['proposal'], NamedParts>

/** A Cluster of EKS Anywhere. Its spec is looked into, never trusted. */
export interface Cluster extends KubeObject {
  readonly status?: ClusterStatus
}

/** The conditions of a Cluster, by the names that everybody uses. */
export const types = {
  initialized: 'ControlPlaneInitialized',
  cni: 'DefaultCNIConfigured',
  controlPlane: 'ControlPlaneReady',
  workers: 'WorkersReady',
  ready: 'Ready',
} as const

/** A linked object as a spec names it. */
export interface Link {
  readonly kind: string
  readonly name: string
}

/** A reference to the Bundles of a release. */
export interface BundlesLink {
  readonly name: string
  readonly namespace: string
}

export interface WorkerGroupSpec {
  readonly name: string
  readonly count: number | undefined
  /** The autoscaler moves the replicas between these two, and the count means nothing. */
  readonly autoscaling: { readonly minimum: number; readonly maximum: number } | undefined
}

export interface CiliumSpec {
  readonly skipUpgrade: boolean
  readonly policyEnforcementMode: string
  readonly egressMasqueradeInterfaces: string
  readonly exclusive: boolean
}

/** What a Cluster asks for, in one shape and without anything that its status does not depend on. */
export interface ClusterSpec {
  /** That of the control plane first, then those of worker groups that have their own. */
  readonly kubernetesVersions: readonly [string, ...string[]]
  readonly controlPlaneCount: number
  readonly upgradesInPlace: boolean
  readonly groups: readonly WorkerGroupSpec[]
  readonly externalEtcd: boolean
  readonly externalEtcdCount: number | undefined
  readonly datacenter: Link
  readonly machines: readonly Link[]
  readonly identityProviders: readonly Link[]
  readonly gitOps: Link | undefined
  readonly cilium: CiliumSpec | undefined
  /** The CNI of clusters that are only for trying things out. */
  readonly kindnetd: boolean
  readonly registryAuthenticates: boolean
  /** Absent for a cluster that manages itself. */
  readonly managedBy: string | undefined
  readonly bundles: BundlesLink | undefined
  readonly eksaVersion: string | undefined
}

/** What annotations and finalizers say about how a Cluster is to be treated. */
export interface Treatment {
  readonly paused: boolean
  readonly managedByCommandLine: boolean
  readonly deletableWhenPaused: boolean
  /** The CNI of EKS Anywhere was installed once, whatever became of it. */
  readonly ciliumWasInstalled: boolean
  readonly deleting: boolean
  /** Finalizers of others. */
  readonly otherFinalizers: number
  /** Whether EKS Anywhere itself still holds the object. */
  readonly ownFinalizer: boolean
}

/** A linked object that was looked up. */
export interface LinkSeen extends Link {
  /** Nothing where there is no such object. */
  readonly found: Reading<LinkedObject>
  /** Credentials must be there, but nobody waits for their changes. */
  readonly counted: boolean
}

/** What is read of a linked object. */
export interface LinkedObject {
  readonly generation: number
  /** What its own controller found, where it judges specs. */
  readonly valid: boolean
  readonly failureMessage: string | undefined
  /** The objects that it names in turn. */
  readonly links: readonly Link[]
}

/** A cluster that may manage others. */
export interface ManagerSeen {
  readonly namespace: string
  readonly name: string
  readonly managed: boolean
  readonly eksaVersion: string | undefined
  readonly bundles: BundlesLink | undefined
}

/** What a release brings for one Kubernetes version. */
export interface VersionsBundle {
  readonly kubernetesVersion: string
  readonly distroName: string
  readonly ciliumImage: string
  readonly operatorImage: string
}

export interface BundlesSeen {
  readonly number: number
  readonly signed: boolean
  readonly versions: readonly VersionsBundle[]
}

/** A release of EKS Distro. */
export interface DistroSeen {
  readonly name: string
  readonly kubernetesVersion: string
  /** It names all images that a cluster is made from. */
  readonly complete: boolean
}

/** The release that a Cluster asks for, itself or through its management cluster. */
export interface ReleaseSeen {
  readonly eksaVersion: string | undefined
  readonly bundlesLink: BundlesLink | undefined
  /** Read where a version is asked for. */
  readonly eksaRelease: Reading<{ readonly bundles: BundlesLink }> | undefined
  readonly bundlesName: string
  readonly bundles: Reading<BundlesSeen>
  /** One for each Kubernetes version that the Bundles know. */
  readonly distros: readonly { readonly name: string; readonly found: Reading<DistroSeen> }[]
}

/** The Cluster API Cluster that a Cluster is turned into. */
export interface ClusterApiCluster {
  readonly controlPlaneName: string
  readonly etcdName: string | undefined
}

export interface ControlPlaneForEksAnywhere {
  readonly name: string
  readonly current: boolean
  readonly replicas: number
  readonly upToDate: number
  readonly ready: number
  readonly version: string
  readonly reachedVersion: string
  readonly available: string | undefined
  readonly componentsHealthy: string | undefined
  readonly componentsMessage: string
}

export interface DeploymentSeen {
  readonly name: string
  readonly current: boolean
  readonly replicas: number
  readonly upToDate: number
  readonly ready: number
  /** It carries the annotation of the autoscaler. */
  readonly autoscaled: boolean
  readonly readyStatus: string | undefined
  readonly availableStatus: string | undefined
}

/** How far a set of Pods is. */
export interface RolloutSeen {
  readonly current: boolean
  readonly desired: number
  readonly ready: number
  /** Images of the containers, those that start first last. */
  readonly images: readonly string[]
  readonly initImages: readonly string[]
}

/** The CNI in the workload cluster. */
export interface CniSeen {
  readonly daemonSet: RolloutSeen | undefined
  readonly operator: RolloutSeen | undefined
  readonly config: CiliumConfig | undefined
  readonly preflightDaemonSet: RolloutSeen | undefined
  readonly preflightDeployment: RolloutSeen | undefined
  readonly kindnetd: RolloutSeen | undefined
}

export interface CiliumConfig {
  readonly policy: string
  readonly egressInterfaces: string
  readonly exclusive: string
}

/** Everything that the status of a Cluster is decided from. */
export interface ClusterObserved {
  readonly now: Instant
  readonly previous: ClusterStatus | undefined
  readonly before: readonly SeverityCondition[]
  readonly name: string
  readonly namespace: string
  readonly generation: number
  readonly spec: ClusterSpec
  readonly treatment: Treatment
  /** In the order in which they are looked up. */
  readonly links: readonly LinkSeen[]
  /** Which clusters may be the management cluster: the one beside the Cluster, else all that bear its name. */
  readonly managers: Listing<ManagerSeen>
  readonly release: ReleaseSeen
  readonly registryCredentials: Reading<true>
  readonly clusterApi: Reading<ClusterApiCluster>
  /** Whether the control plane that the Cluster API Cluster names is there. */
  readonly namedControlPlane: Reading<true>
  readonly controlPlane: Reading<ControlPlaneForEksAnywhere>
  /** Only with external etcd, and only where the Cluster API Cluster names one. */
  readonly etcd: Reading<{ readonly ready: boolean }> | undefined
  readonly deployments: Listing<DeploymentSeen>
  /** Whether the kubeconfig by which the cluster is contacted is there. */
  readonly kubeconfig: Reading<true>
  readonly cni: Reading<CniSeen>
  /** Control plane and etcd Machines with an address outside; read only while certificates are told of. */
  readonly reachableMachines: Listing<string>
}
