import type { Condition, Instant, SeverityCondition } from '@sitrep/conditions'
import type { ClusterName, Fields, Listing, ObjectRef, Reading } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { Spoken } from '../provider-object/read.ts'
import type { DrainRule } from './drain/drain-rule.ts'
import type { PodOnNode } from './drain/pod-on-node.ts'
import type { BootstrapSeen } from './observe/bootstrap-seen.ts'
import type { ClusterSeen } from './observe/cluster-seen.ts'
import type { InfrastructureSeen } from './observe/infrastructure-seen.ts'
import type { NodeSeen } from './observe/node-seen.ts'
import type { OwnerSeen } from './observe/owner-seen.ts'
import type { DeletionTimes, MachineSpec } from './spec.ts'
import type { VolumeSeen } from './volumes/attached-volumes.ts'

/** A Machine itself: what is wanted of it and what its metadata says. */
export interface MachineSeen {
  readonly ref: ObjectRef
  readonly generation: number
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly deletionTimestamp: Instant | undefined
  readonly spec: MachineSpec
  /** Some other object looks after it. */
  readonly controlled: boolean
  /** The workload cluster that its Node lives in. */
  readonly workload: ClusterName
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
  readonly legacy: MachineLegacy
}

/** The fields of the older API. */
export interface MachineLegacy {
  readonly phase: string | undefined
  readonly lastUpdated: Instant | undefined
  readonly failureReason: string | undefined
  readonly failureMessage: string | undefined
  readonly conditions: readonly SeverityCondition[]
}

/** Everything that the status of a Machine is decided from. */
export interface MachineObserved {
  readonly now: Instant
  readonly machine: MachineSeen
  readonly previous: MachinePrevious
  /** The whole status before, for what nobody here knows about. */
  readonly previousStatus: Fields
  readonly cluster: Reading<ClusterSeen>
  readonly owner: OwnerSeen
  /** Nothing where the Machine has no such reference. */
  readonly bootstrap: Reading<Spoken<BootstrapSeen>> | undefined
  readonly infrastructure: Reading<Spoken<InfrastructureSeen>>
  readonly probe: Probe
  /** The Nodes with the Machine's providerID: there should be one at most. */
  readonly nodes: Listing<NodeSeen>
  /** Only of a Machine that is being deleted. */
  readonly deletion: DeletionObserved | undefined
}

/** What decides how the deletion of a Machine goes on. */
export interface DeletionObserved {
  /** Nothing where the Cluster refers to no control plane object. */
  readonly controlPlane: Reading<Spoken<ControlPlaneSeen>> | undefined
  /** The control plane Machines of the cluster that nobody deletes. */
  readonly controlPlaneMachines: Listing<string>
  /** Found in one last look by the providerID, for a Machine that never learned of its Node. */
  readonly lastLookNodeName: string | undefined
  /** The Node by its name, which it keeps even when its providerID changes; nothing while nobody needs it. */
  readonly node: Reading<NodeInDeletion> | undefined
  readonly drain: DrainObserved | undefined
  readonly volumes: VolumesObserved | undefined
}

export interface ControlPlaneSeen {
  readonly deleting: boolean
  readonly externallyManaged: boolean
}

export interface NodeInDeletion {
  /** Nobody can tell how the Node is. */
  readonly unreachable: boolean
  readonly volumesAttached: readonly string[]
}

export interface DrainObserved {
  readonly pods: Listing<PodOnNode>
  readonly rules: Listing<DrainRule>
  readonly clusterLabels: Readonly<Record<string, string>>
}

export interface VolumesObserved {
  /** PersistentVolumes by the VolumeAttachments of the Node; nothing in one that names no volume. */
  readonly attachments: Listing<{ readonly volume: string | undefined }>
  readonly volumes: Listing<VolumeSeen>
}
