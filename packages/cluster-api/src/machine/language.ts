import type { Condition, ConditionRules } from '@sitrep/conditions'
import type { Fields } from '@sitrep/status'
import type { MachineFacts, SummaryFacts } from './facts/facts.ts'
import type { AvailableFacts } from './rules/available.ts'
import type { MachineOldStatus } from './types.ts'

/** How a profile speaks of a Machine: the tables in the order in which they are asked, and where the results are written. */
export interface MachineLanguage {
  /** Without its Cluster nothing can be said; otherwise what depends on the Cluster is Unknown. */
  readonly needsCluster: boolean
  /** Whether a pass over such a Machine can take place at all; where it cannot, everything stays as it is. */
  readonly canStart: (facts: MachineFacts) => boolean
  readonly tables: readonly ConditionRules<MachineFacts>[]
  readonly ready: ConditionRules<SummaryFacts>
  readonly available: ConditionRules<AvailableFacts>
  /** How long a Machine has to be Ready before it is available; nothing where that cannot be told. */
  readonly minReadySeconds: (facts: MachineFacts) => number | undefined
  /** Whether `UpToDate` of this Machine is ours to say; control planes and pools say it of their own. */
  readonly saysUpToDate: (facts: MachineFacts) => boolean
  readonly write: (outcome: MachineOutcome) => Fields
}

/** Everything that a pass says of a Machine, before a language lays it out. */
export interface MachineOutcome {
  readonly facts: MachineFacts
  readonly conditions: readonly Condition[]
  readonly old: MachineOldStatus
}
