import type { Instant, SeverityCondition } from '@sitrep/conditions'
import type { Clock, ConditionsOnOther, KubeObject, Listing, Reading } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { NodeReadiness } from '../machines-of/node-readiness.ts'
import type { ContractRef } from '../model/references.ts'
import type { OldFailure } from '../old-model/failure.ts'
import type { StatusFields } from '../pass/computed.ts'
import type { PausedFacts } from '../pass/paused.ts'
import type { ProviderConditions } from '../provider-object/conditions.ts'
import type { Field } from '../provider-object/field.ts'

export type MachinePool = KubeObject

/** A reference to a Node as a pool reports it. */
export interface NodeRef {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid?: string
}

/** The counters of the older model: they count Nodes. */
export interface OldPoolCounts {
  readonly readyReplicas: number | undefined
  readonly availableReplicas: number | undefined
  readonly unavailableReplicas: number | undefined
}

/** What a pool has said before, as far as the next pass goes on from it. */
export interface PoolBefore {
  readonly bootstrapCreated: boolean | undefined
  readonly infrastructureProvisioned: boolean | undefined
  readonly replicas: number | undefined
  readonly nodeRefs: readonly NodeRef[]
  readonly phase: string | undefined
  readonly old: OldPoolCounts
}

/** What a provider's object says, old and new. */
export interface ProviderForPool {
  /** The uid of its controller, if it has one. */
  readonly controller: string | undefined
  readonly deleting: boolean
  readonly conditions: ProviderConditions
  readonly oldReady: SeverityCondition | undefined
  readonly failure: OldFailure
}

/** What the bootstrap configuration of a pool says. */
export interface BootstrapForPool extends ProviderForPool {
  readonly dataSecretCreated: Field<boolean>
  readonly hasSecretName: boolean
}

/** What the infrastructure of a pool says. */
export interface InfrastructureForPool extends ProviderForPool {
  /** `status.ready`, which is all that upstream looks at. */
  readonly ready: Field<boolean>
  /** What its contract calls provisioned. */
  readonly provisioned: Field<boolean>
  readonly providerIDs: readonly string[]
  readonly replicas: number | undefined
  /** The kind of the Machines behind the pool, empty where it has none. */
  readonly machineKind: Field<{ readonly text: string }>
}

/** One look at a MachinePool and its surroundings. */
export interface MachinePoolObserved {
  readonly namespace: string
  readonly name: string
  readonly uid: string | undefined
  readonly generation: number | undefined
  readonly previous: StatusFields | undefined
  readonly before: PoolBefore
  readonly clock: Clock
  readonly clusterFound: boolean
  readonly controlPlaneInitialized: boolean
  readonly probe: Probe
  readonly paused: PausedFacts
  readonly deletedAt: Instant | undefined
  /** How many seconds Nodes of a pool in deletion are waited for; for ever with 0. */
  readonly nodeDeletionTimeout: number
  readonly desired: number | undefined
  readonly minReadySeconds: number
  readonly autoscaled: boolean
  readonly bootstrapRef: ContractRef | undefined
  readonly dataSecretName: string | undefined
  readonly bootstrap: Reading<BootstrapForPool>
  readonly infrastructureRef: ContractRef | undefined
  readonly infrastructure: Reading<InfrastructureForPool>
  /** As the spec has them; the infrastructure's own word is newer. */
  readonly providerIDs: readonly string[]
  readonly machines: Listing<MachineSeen>
  /** What this pool last said on its Machines. */
  readonly saidOnMachines: readonly ConditionsOnOther[]
  /** The Nodes that are asked for, by provider and by name. */
  readonly nodes: Listing<NodeReadiness>
}
