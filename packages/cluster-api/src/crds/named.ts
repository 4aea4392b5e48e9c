import type { Condition, SeverityCondition } from '@sitrep/conditions'

/** A reference with group, kind and name, or in the older version with a version. */
export interface AnyReference {
  readonly apiGroup?: string
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
}

/** A condition that is asked for by its type. */
export interface GateField {
  readonly conditionType: string
  readonly polarity?: 'Positive' | 'Negative'
}

/** Replicas by the version that they run. */
export interface VersionField {
  readonly version: string
  readonly replicas?: number
}

/** The replicas of a control plane, or of all workers, counted together; those of a release and those of the document. */
interface SharedCounters {
  readonly desiredReplicas?: number | undefined
  readonly replicas?: number | undefined
  readonly upToDateReplicas?: number | undefined
  readonly readyReplicas?: number | undefined
  readonly availableReplicas?: number | undefined
}

export interface GroupCounters extends SharedCounters {
  readonly versions?: readonly VersionField[] | undefined
  readonly upgradePlan?: readonly Readonly<Record<string, unknown>>[] | undefined
}

export interface ProposedGroupCounters extends SharedCounters {
  readonly unavailableReplicas?: number | undefined
}

/** The parts that many kinds share, by name, with the type of each. Their schemas stand in `named-schemas.ts`. */
export interface NamedParts {
  readonly Conditions: readonly Condition[]
  readonly OldConditions: readonly SeverityCondition[]
  /** The same with texts that may be empty, as they were at first. */
  readonly FirstConditions: readonly SeverityCondition[]
  readonly Count: number
  /** Of what is never below zero. */
  readonly Total: number
  readonly Generation: number
  /** As the older version has it. */
  readonly OldGeneration: number
  readonly Text: string
  readonly Version: string
  readonly FormattedSelector: string
  readonly FailureMessage: string
  readonly DomainName: string
  readonly ClusterPhase: string
  readonly MachinePhase: string
  readonly OldMachinePhase: string
  readonly MachineDeploymentPhase: string
  readonly MachinePoolPhase: string
  readonly Targets: readonly string[]
  readonly OldTargets: readonly string[]
  readonly Remediation: Readonly<Record<string, unknown>>
  readonly OldRemediation: Readonly<Record<string, unknown>>
  readonly Name: string
  readonly Time: string
  readonly Flag: boolean
  readonly Reference: AnyReference
  readonly Gates: readonly GateField[]
  readonly Selector: Readonly<Record<string, unknown>>
  readonly Anything: Readonly<Record<string, unknown>>
  /** What Machines are made from, wherever a kind makes some. */
  readonly MachineTemplate: {
    readonly metadata?: Readonly<Record<string, unknown>>
    readonly spec?: Readonly<Record<string, unknown>>
  }
  readonly List: readonly Readonly<Record<string, unknown>>[]
  readonly Addresses: readonly Readonly<Record<string, unknown>>[]
  readonly OldAddresses: readonly Readonly<Record<string, unknown>>[]
  readonly FailureDomains: readonly Readonly<Record<string, unknown>>[]
  readonly OldFailureDomains: Readonly<Record<string, unknown>>
  readonly NodeInfo: Readonly<Record<string, unknown>>
  readonly NodeRef: { readonly name: string }
  readonly ObjectReference: AnyReference
  readonly ObjectReferences: readonly AnyReference[]
  readonly OldObjectReferences: readonly AnyReference[]
  readonly Versions: readonly VersionField[]
  readonly GroupCounters: GroupCounters
  readonly ProposedGroupCounters: ProposedGroupCounters
  /** A number or a percentage. */
  readonly MaxSurge: number | string
  readonly MaxUnavailable: number | string
}
