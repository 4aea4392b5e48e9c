import type { Instant } from '@sitrep/conditions'
import type { Clock, KubeObject, Listing } from '@sitrep/status'
import type { TemplateFields } from '../machine/types.ts'
import type { MachineSetSeen } from '../machine-set/machine-set-seen.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { ReplicaCounts } from '../machines-of/replica-counts.ts'
import type { LabelSelector } from '../machines-of/selector.ts'
import type { StatusFields } from '../pass/verdict.ts'
import type { PausedFacts } from '../paused/paused.ts'
import type { ReplicaFacts } from '../proposal-rows/facts.ts'
import type { TemplatesSeen } from '../scaling/template.ts'
import type { RolloutStrategy } from './rollout-strategy.ts'

export type MachineDeployment = KubeObject

/** One look at a MachineDeployment and its surroundings. */
export interface MachineDeploymentObserved {
  readonly namespace: string
  readonly name: string
  readonly generation: number | undefined
  readonly previous: StatusFields | undefined
  readonly clock: Clock
  /** The Cluster was found. */
  readonly clusterFound: boolean
  readonly paused: PausedFacts
  readonly deleting: boolean
  readonly replicas: number | undefined
  readonly strategy: RolloutStrategy
  /** From when on what is older is to be replaced. */
  readonly rolloutAfter: Instant | undefined
  /** The deployment is paused by itself: it goes on being watched, but nothing is rolled out. */
  readonly rolloutPaused: boolean
  readonly selector: LabelSelector
  readonly template: TemplateFields
  readonly templates: TemplatesSeen
  /** Whoever matches the selector. */
  readonly machines: Listing<MachineSeen>
  /** Only those that are its own. */
  readonly machineSets: Listing<MachineSetSeen>
}

/** The observation reduced to what the rules ask about. */
export interface MachineDeploymentFacts extends ReplicaFacts {
  readonly machineSets: readonly MachineSetSeen[]
  readonly counts: ReplicaCounts
  /** What the spec says, also while deleting. */
  readonly replicas: number | undefined
  readonly strategy: RolloutStrategy
  /** The kinds of the templates that do not exist. */
  readonly missing: readonly string[]
  /** A new MachineSet is due, but there is nothing to make its Machines from. */
  readonly rolloutBlocked: boolean
}
