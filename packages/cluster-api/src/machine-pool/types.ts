import type { Condition } from '@sitrep/conditions'
import type { Clock, ConditionsOnOther, KubeObject, Listing, Reading } from '@sitrep/status'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { NodeReadiness } from '../machines-of/node-readiness.ts'
import type { VersionCount } from '../machines-of/versions.ts'
import type { ContractRef } from '../model/references.ts'
import type { PausedFacts } from '../paused/paused.ts'
import type { Field } from '../provider-object/field.ts'

export type MachinePool = KubeObject

/** A reference to a Node as a pool reports it. */
export interface NodeRef {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid?: string
}

export interface PoolInitialization {
  readonly bootstrapDataSecretCreated?: boolean
  readonly infrastructureProvisioned?: boolean
}

/** What is said of a MachinePool. */
export interface MachinePoolStatus {
  readonly initialization?: PoolInitialization
  readonly replicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly upToDateReplicas?: number
  readonly versions?: readonly VersionCount[]
  readonly nodeRefs?: readonly NodeRef[]
  readonly phase?: string
  readonly observedGeneration?: number
  readonly conditions?: readonly Condition[]
  readonly deprecated?: { readonly v1beta1?: LegacyPoolStatus }
}

/** The counters of the older model: they count Nodes. */
export interface LegacyPoolStatus {
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly unavailableReplicas?: number
}

/** What the bootstrap configuration of a pool says. */
export interface BootstrapSeen {
  readonly deleting: boolean
  readonly dataSecretCreated: Field<boolean>
  readonly hasSecretName: boolean
}

/** What the infrastructure of a pool says. */
export interface InfrastructureSeen {
  readonly deleting: boolean
  readonly ready: Field<boolean>
  readonly providerIDs: readonly string[]
  readonly replicas: number | undefined
  /** The kind of the Machines behind the pool, empty where it has none. */
  readonly machineKind: Field<{ readonly text: string }>
}

/** One look at a MachinePool and its surroundings. */
export interface MachinePoolObserved {
  readonly generation: number | undefined
  readonly previous: MachinePoolStatus | undefined
  readonly clock: Clock
  readonly clusterFound: boolean
  readonly controlPlaneInitialized: boolean
  /** The workload cluster answers, so its Nodes can be read. */
  readonly connected: boolean
  readonly paused: PausedFacts
  readonly deleting: boolean
  /** Nodes of a pool in deletion are no longer waited for. */
  readonly nodeDeletionOver: boolean
  readonly desired: number | undefined
  readonly minReadySeconds: number
  readonly autoscaled: boolean
  readonly bootstrapRef: ContractRef | undefined
  readonly dataSecretName: string | undefined
  readonly bootstrap: Reading<BootstrapSeen>
  readonly infrastructureRef: ContractRef | undefined
  readonly infrastructure: Reading<InfrastructureSeen>
  /** As the spec has them; the infrastructure's own word is newer. */
  readonly providerIDs: readonly string[]
  readonly machines: Listing<MachineSeen>
  /** What this pool last said on its Machines. */
  readonly saidOnMachines: readonly ConditionsOnOther[]
  /** The Nodes that are asked for, by provider and by name; only while connected. */
  readonly nodes: readonly NodeReadiness[]
}
