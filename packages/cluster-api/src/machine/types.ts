import type { Condition, Instant, SeverityCondition } from '@sitrep/conditions'
import type {
  ClusterName,
  Fields,
  LabelSelector,
  Listing,
  ObjectRef,
  OwnerReference,
  Reading,
} from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { ContractRef } from '../model/references.ts'
import type { ProviderConditions } from '../provider-object/conditions.ts'
import type { Contract, Spoken } from '../provider-object/contract.ts'
import type { Field } from '../provider-object/field.ts'

type Labels = Readonly<Record<string, string>>
type TextField = Field<{ readonly text: string }>

/** Everything that the status of a Machine is decided from. */
export interface MachineObserved {
  readonly now: Instant
  readonly machine: MachineItself
  readonly previous: MachinePrevious
  /** The whole status before, for what nobody here knows about. */
  readonly previousStatus: Fields
  /** What control planes and health checks of ours say on it and nobody has told in the older model, which has its own words for that. */
  readonly spoken: readonly Condition[]
  readonly cluster: Reading<ClusterForMachine>
  readonly owner: OwnerSeen
  /** Nothing where the Machine has no such reference. */
  readonly bootstrap: Reading<Spoken<BootstrapForMachine>> | undefined
  readonly infrastructure: Reading<Spoken<InfrastructureForMachine>>
  readonly probe: Probe
  /** The Nodes with the id of the spec or with the one that the infrastructure reports: there should be one at most of each. */
  readonly nodes: Listing<NodeSeen>
  /** Only of a Machine that is being deleted. */
  readonly deletion: DeletionObserved | undefined
}

/** A Machine itself: what is wanted of it and what its metadata says. */
export interface MachineItself {
  readonly ref: ObjectRef
  readonly generation: number
  readonly labels: Labels
  readonly annotations: Labels
  readonly deletionTimestamp: Instant | undefined
  readonly spec: MachineSpec
  /** Some other object looks after it. */
  readonly controlled: boolean
  /** The workload cluster that its Node lives in. */
  readonly workload: ClusterName
}

/** What is wanted of a Machine, as far as its status depends on it. */
export interface MachineSpec {
  readonly clusterName: string
  readonly version: string
  readonly providerID: string
  readonly failureDomain: string
  readonly configRef: ContractRef | undefined
  readonly dataSecretName: string | undefined
  readonly infrastructureRef: ContractRef | undefined
  /** How long the Machine has to be Ready before it counts; nothing where it leaves that to its owner. */
  readonly minReadySeconds: number | undefined
  readonly readinessGates: readonly ReadinessGate[]
  /** Seconds; none or zero is no limit. */
  readonly timeouts: MachineTimeouts
}

/** A condition of somebody else that must be good before the Machine is Ready. */
export interface ReadinessGate {
  readonly type: string
  readonly negative: boolean
}

export interface MachineTimeouts {
  readonly drain: number
  readonly volumeDetach: number
  readonly nodeDeletion: number
}

/** What was said before, in whichever language and layout. */
export interface MachinePrevious {
  readonly conditions: readonly Condition[]
  readonly bootstrapDataSecretCreated: boolean
  readonly infrastructureProvisioned: boolean
  readonly nodeName: string | undefined
  readonly nodeInfo: Fields | undefined
  readonly addresses: readonly unknown[] | undefined
  readonly failureDomain: string | undefined
  readonly certificatesExpiryDate: Instant | undefined
  readonly deletion: DeletionTimes
  readonly observedGeneration: number | undefined
  readonly old: MachineOldStatus
}

/** The times at which the stages of a deletion began. */
export interface DeletionTimes {
  readonly waitForPreDrainHookStartTime?: Instant
  readonly nodeDrainStartTime?: Instant
  readonly waitForNodeVolumeDetachStartTime?: Instant
  readonly waitForPreTerminateHookStartTime?: Instant
}

/** The fields of the older API. */
export interface MachineOldStatus {
  readonly phase: string | undefined
  readonly lastUpdated: Instant | undefined
  readonly failureReason: string | undefined
  readonly failureMessage: string | undefined
  readonly conditions: readonly SeverityCondition[]
}

/** A Cluster as its Machines see it. */
export interface ClusterForMachine {
  readonly paused: boolean
  readonly deleting: boolean
  readonly infrastructureProvisioned: boolean
  readonly controlPlaneInitialized: Condition | undefined
  readonly controlPlaneRef: ContractRef | undefined
}

/** Whoever the Machine was made by, as far as that decides whether it is up to date. */
export type OwnerSeen =
  | { readonly owner: 'none' }
  | { readonly owner: 'set'; readonly name: string; readonly set: Reading<MachineSetForMachine> }
  | {
      readonly owner: 'deployment'
      readonly name: string
      readonly set: MachineSetForMachine
      readonly deployment: Reading<MachineDeploymentForMachine>
    }

/** The MachineSet that a Machine comes from. */
export interface MachineSetForMachine {
  readonly name: string
  readonly createdAt: Instant | undefined
  /** The MachineDeployment that it belongs to, by label; none for a stand-alone set. */
  readonly deploymentName: string | undefined
  readonly template: TemplateFields
  /** How long its Machines have to be Ready before they count. */
  readonly minReadySeconds: number | undefined
}

export interface MachineDeploymentForMachine {
  readonly template: TemplateFields
  readonly rolloutAfter: Instant | undefined
  readonly minReadySeconds: number | undefined
}

/** The fields of a Machine template that a rollout is about; all others are changed in place. */
export interface TemplateFields {
  readonly version: string
  readonly failureDomain: string
  readonly bootstrap: TemplateRef
  readonly dataSecretName: string | undefined
  readonly infrastructure: TemplateRef
}

/** A reference as it stands, with or without all of its parts. */
export interface TemplateRef {
  readonly group: string
  readonly kind: string
  readonly name: string
}

/** What is the same in every provider's object that a Machine refers to. */
export interface ProviderForMachine {
  readonly apiVersion: string
  readonly deleting: boolean
  /** Its `Ready`, in the present form and in the old one. */
  readonly conditions: ProviderConditions
  readonly oldReady: SeverityCondition | undefined
  readonly owners: readonly OwnerReference[]
  readonly failureReason: TextField
  readonly failureMessage: TextField
  /** Whether the provider says that it has done its part, by contract. */
  readonly done: Readonly<Record<Contract, Field<boolean>>>
}

export interface BootstrapForMachine extends ProviderForMachine {
  readonly dataSecretName: TextField
  readonly certificatesExpiry: string | undefined
}

export interface InfrastructureForMachine extends ProviderForMachine {
  readonly providerID: TextField
  readonly addresses: Field<readonly unknown[]>
  /** Where it ended up: in the spec as older providers say it, in the status as newer ones do. */
  readonly specFailureDomain: TextField
  readonly failureDomain: TextField
  readonly interruptible: Field<boolean>
}

/** The conditions of a Node that say whether it is well, in the order in which they are looked at. */
export const nodeConditionTypes = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const

export type NodeConditionType = (typeof nodeConditionTypes)[number]

export interface NodeCondition {
  readonly status: string
  readonly message: string
  readonly lastTransitionTime?: Instant
}

/** A Node as its Machine sees it. Heartbeats are left out: they move all the time and decide nothing. */
export interface NodeSeen {
  readonly name: string
  readonly providerID: string
  readonly conditions: { readonly [Type in NodeConditionType]?: NodeCondition }
  readonly nodeInfo: Fields | undefined
}

/** What decides how the deletion of a Machine goes on. */
export interface DeletionObserved {
  /** Nothing where the Cluster refers to no control plane object. */
  readonly controlPlane: Reading<Spoken<ControlPlaneForMachine>> | undefined
  /** The control plane Machines of the cluster that nobody deletes. */
  readonly controlPlaneMachines: Listing<string>
  /** Nothing where there is no Node, or nothing on it can be moved any more. */
  readonly drain: DrainObserved | undefined
}

export interface ControlPlaneForMachine {
  readonly deleting: boolean
  readonly externallyManaged: boolean
}

/** What is on the Nodes that may be the Machine's, and what is to be done with it. */
export interface DrainObserved {
  readonly nodes: readonly NodeInDeletion[]
  readonly rules: Listing<DrainRule>
  readonly clusterLabels: Labels
  readonly volumes: Listing<VolumeSeen>
}

/** A Node by its name, which it keeps even when its providerID changes. */
export interface NodeInDeletion {
  readonly name: string
  readonly node: Reading<NodeLeft>
  readonly pods: Listing<PodOnNode>
  /** PersistentVolumes by the VolumeAttachments of the Node; nothing in one that names no volume. */
  readonly attachments: Listing<{ readonly volume: string | undefined }>
}

export interface NodeLeft {
  /** Nobody can tell how the Node is. */
  readonly unreachable: boolean
  readonly volumesAttached: readonly string[]
}

/** A Pod as a drain sees it, with what else decides about it. */
export interface PodOnNode {
  readonly namespace: string
  readonly name: string
  readonly labels: Labels
  readonly phase: string
  /** A static Pod, of which the API shows only a mirror. */
  readonly mirror: boolean
  readonly controller: { readonly kind: string; readonly name: string } | undefined
  readonly deletionTimestamp: Instant | undefined
  /** The PersistentVolumeClaims that it uses, by name. */
  readonly claims: readonly string[]
  readonly namespaceLabels: Labels
  readonly namespaceTerminating: boolean
  /** The DaemonSet that it says controls it exists; nothing where no DaemonSet controls it. */
  readonly daemonSet: 'there' | 'gone' | 'unreadable' | undefined
  /** The budget that does not let it go. */
  readonly blockedBy: DisruptionBudget | undefined
}

/** A PodDisruptionBudget at its limit. */
export interface DisruptionBudget {
  readonly name: string
  readonly desiredHealthy: number
  readonly currentHealthy: number
}

/** A MachineDrainRule: which Pods of which Machines it means, and what is to be done with them. */
export interface DrainRule {
  readonly name: string
  readonly behavior: string
  readonly order: number
  readonly machines: readonly {
    readonly selector?: LabelSelector
    readonly clusterSelector?: LabelSelector
  }[]
  readonly pods: readonly { readonly selector?: LabelSelector; readonly namespaceSelector?: LabelSelector }[]
}

/** A PersistentVolume as far as it can be attached to a Node. */
export interface VolumeSeen {
  readonly name: string
  /** The name under which a Node lists it, for volumes of a CSI driver. */
  readonly nodeVolumeName: string | undefined
  /** `namespace/name` of the PersistentVolumeClaim that it is bound to. */
  readonly claim: string | undefined
}
