import type { Clock, KubeObject, Listing, Reading } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { VersionCount } from '../machines-of/versions.ts'
import type { ContractRef } from '../model/references.ts'
import type { StatusFields } from '../pass/verdict.ts'
import type { PausedFacts } from '../paused/paused.ts'
import type { ControlPlaneSeen } from './observe/control-plane-seen.ts'
import type { FailureDomain, InfrastructureSeen } from './observe/infrastructure-seen.ts'
import type { WorkerGroup } from './observe/worker-group.ts'

export type Cluster = KubeObject

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
  readonly generation: number | undefined
  readonly previous: StatusFields | undefined
  readonly before: ClusterBefore
  readonly clock: Clock
  readonly gracePeriodMs: number
  readonly paused: PausedFacts
  readonly deleting: boolean
  readonly hasEndpoint: boolean
  readonly topology: TopologySeen | undefined
  /** A topology has yet to make one of the two references, and nobody deletes the Cluster. */
  readonly awaitsReferences: boolean
  /** Nothing where the spec does not name any, which is not the same as naming none. */
  readonly gates: readonly AvailabilityGate[] | undefined
  readonly infrastructureRef: ContractRef | undefined
  readonly infrastructure: Reading<InfrastructureSeen>
  readonly controlPlaneRef: ContractRef | undefined
  readonly controlPlane: Reading<ControlPlaneSeen>
  readonly descendants: Listing<Descendants>
  readonly probe: Probe
}
