import type { Condition, Instant } from '@sitrep/conditions'
import type { Fields, LabelSelector, Listing, ObjectRef, Reading } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import type { ContractRef } from '../model/references.ts'

/** A condition that must not have this status for longer than this. */
export interface UnhealthyCondition {
  readonly type: string
  readonly status: string
  readonly seconds: number
}

/** What a health check looks at, and when it lets Machines be replaced. */
export interface HealthCheckSpec {
  readonly clusterName: string
  readonly selector: LabelSelector
  /** How long a Machine may be without a Node; zero is forever. */
  readonly nodeStartupSeconds: number
  readonly machineConditions: readonly UnhealthyCondition[]
  readonly nodeConditions: readonly UnhealthyCondition[]
  /** A number or a share of the Machines, as it is written. */
  readonly maxUnhealthy: string
  /** `[from-to]`; comes before `maxUnhealthy` where it is there. */
  readonly unhealthyRange: string | undefined
  /** Somebody else replaces the Machines, from this template. */
  readonly template: ContractRef | undefined
}

/** A condition as far as a health check looks at it. */
export interface ConditionSeen {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly lastTransitionTime: Instant | undefined
}

/** A Machine as a health check sees it. */
export interface TargetSeen {
  readonly ref: ObjectRef
  readonly generation: number
  readonly labels: Readonly<Record<string, string>>
  readonly createdAt: Instant | undefined
  readonly deleting: boolean
  readonly controlPlane: boolean
  /** Somebody asked for it to be replaced. */
  readonly marked: boolean
  /** Somebody asked for it to be left alone. */
  readonly skipped: boolean
  readonly nodeName: string | undefined
  readonly conditions: readonly ConditionSeen[]
}

/** A Machine with what is judged together with it. */
export interface Target {
  readonly seen: TargetSeen
  /** Its conditions, with what this health check said last. */
  readonly before: readonly Condition[]
  /** What its present writer says of its remediation. */
  readonly ownerRemediated: string | undefined
  /** The conditions of its Node; nothing while it has none. */
  readonly node: Reading<readonly ConditionSeen[]> | undefined
  /** The request by which somebody else is asked to replace it. */
  readonly request: Reading<true> | undefined
}

/** A Cluster as its health checks see it. */
export interface ClusterForHealthCheck {
  readonly paused: boolean
  readonly controlPlaneInitialized: ConditionSeen | undefined
  readonly infrastructureReady: ConditionSeen | undefined
}

/** A health check that looks at Machines of the same cluster. */
export interface HealthCheckSeen {
  readonly name: string
  readonly paused: boolean
  readonly spec: HealthCheckSpec
}

/** Everything that a health check is decided from. */
export interface HealthCheckObserved {
  readonly now: Instant
  readonly name: string
  readonly generation: number
  readonly annotated: boolean
  readonly spec: HealthCheckSpec
  readonly previousStatus: Fields
  readonly conditions: readonly Condition[]
  readonly cluster: Reading<ClusterForHealthCheck>
  readonly probe: Probe
  /** The Machines that it selects. */
  readonly targets: Listing<Target>
  /** All health checks of the cluster, this one included. */
  readonly checks: Listing<HealthCheckSeen>
  readonly template: Reading<true> | undefined
}
