import type { Condition, ConditionedObject, SeverityCondition } from '@sitrep/conditions'
import type { Clock, KubeObject, Listing, OwnerReference, Reading } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { ReplicaCounts } from '../machines-of/replica-counts.ts'
import type { VersionCount } from '../machines-of/versions.ts'
import type { ContractRef } from '../model/references.ts'
import type { OldFailure } from '../old-model/failure.ts'
import type { StatusFields } from '../pass/computed.ts'
import type { PausedFacts } from '../pass/paused.ts'
import type { ProviderConditions } from '../provider-object/conditions.ts'
import type { Contract } from '../provider-object/contract.ts'
import type { Field } from '../provider-object/field.ts'

export type Cluster = KubeObject

/** The conditions of control plane and workers that a Cluster takes into its own. */
export const mergedTypes: readonly string[] = [
  'Available',
  'UpToDate',
  'Remediating',
  'RollingOut',
  'ScalingUp',
  'ScalingDown',
]

/** The counters of one half of a Cluster. */
export interface ReplicaStatus {
  readonly desiredReplicas?: number
  readonly replicas?: number
  readonly upToDateReplicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly unavailableReplicas?: number
  readonly versions?: readonly VersionCount[]
}

/** Counters where each may still be unsaid. */
export type Counters = { readonly [Name in keyof ReplicaStatus]: ReplicaStatus[Name] | undefined }

export interface ClusterInitialization {
  readonly infrastructureProvisioned?: boolean
  readonly controlPlaneInitialized?: boolean
}

/** A part of the infrastructure that fails by itself. */
export interface FailureDomain {
  readonly name: string
  readonly controlPlane: boolean
  readonly attributes?: Readonly<Record<string, string>>
}

/** What a Cluster has said before, as far as the next pass goes on from it. */
export interface ClusterBefore {
  readonly initialization: ClusterInitialization
  readonly controlPlane: ReplicaStatus
  readonly workers: ReplicaStatus
  readonly failureDomains: readonly FailureDomain[] | undefined
  readonly phase: string | undefined
}

/** A condition that a Cluster must have to be available, and whether True or False is good. */
export interface AvailabilityGate {
  readonly type: string
  readonly negative: boolean
}

/** What a Cluster with a ClusterClass has besides. */
export interface TopologySeen {
  /** The ClusterClass, and the gates that it asks for. */
  readonly classGates: Reading<readonly AvailabilityGate[]>
  readonly okToDelete: boolean
}

/** What a Cluster looks at in both of the objects that it refers to. */
interface ProviderForCluster {
  readonly contract: Contract
  /** The uid of whoever controls it. */
  readonly controller: string | undefined
  readonly deleting: boolean
  readonly hasEndpoint: boolean
  readonly conditions: ProviderConditions
  readonly oldReady: SeverityCondition | undefined
  readonly failure: OldFailure
}

/** The infrastructure of a Cluster, as far as a Cluster looks at it. */
export interface InfrastructureForCluster extends ProviderForCluster {
  readonly provisioned: Field<boolean>
  readonly failureDomains: readonly FailureDomain[]
}

/** The control plane object of a Cluster, as far as a Cluster looks at it. */
export interface ControlPlaneForCluster extends ProviderForCluster {
  readonly initialized: Field<boolean>
  readonly desired: number | undefined
  readonly replicas: number | undefined
  readonly ready: number | undefined
  readonly available: number | undefined
  readonly unavailable: number | undefined
  readonly upToDate: number | undefined
  readonly versions: Field<readonly VersionCount[]>
}

/** A MachineDeployment, MachinePool or MachineSet as its Cluster sees it. */
export interface WorkerGroup extends ConditionedObject {
  readonly group: string
  readonly namespace: string
  readonly owners: readonly OwnerReference[]
  readonly deleting: boolean
  readonly desired: number | undefined
  readonly counts: ReplicaCounts
  readonly conditions: readonly Condition[]
}

/** All that belongs to a Cluster, by its label. */
export interface Descendants {
  readonly machineDeployments: readonly WorkerGroup[]
  readonly machineSets: readonly WorkerGroup[]
  readonly machinePools: readonly WorkerGroup[]
  readonly machines: readonly MachineSeen[]
}

/** One look at a Cluster and its surroundings. */
export interface ClusterObserved {
  readonly namespace: string
  readonly name: string
  readonly uid: string | undefined
  readonly generation: number | undefined
  readonly previous: StatusFields | undefined
  readonly before: ClusterBefore
  readonly clock: Clock
  readonly gracePeriodMs: number
  readonly paused: PausedFacts
  readonly deleting: boolean
  readonly hasEndpoint: boolean
  readonly topology: TopologySeen | undefined
  /** Nothing where the spec does not name any, which is not the same as naming none. */
  readonly gates: readonly AvailabilityGate[] | undefined
  readonly infrastructureRef: ContractRef | undefined
  readonly infrastructure: Reading<InfrastructureForCluster>
  readonly controlPlaneRef: ContractRef | undefined
  readonly controlPlane: Reading<ControlPlaneForCluster>
  readonly descendants: Listing<Descendants>
  readonly probe: Probe
}
