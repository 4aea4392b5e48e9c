import type { Condition, Instant } from '@sitrep/conditions'
import type { Clock, KubeObject, Listing } from '@sitrep/status'
import type { TemplateFields } from '../machine/template-fields.ts'
import type { MachineSetSeen } from '../machine-set/machine-set-seen.ts'
import type { MachinesFacts } from '../machines-of/facts.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { LabelSelector } from '../machines-of/selector.ts'
import type { VersionCount } from '../machines-of/versions.ts'
import type { PausedFacts } from '../paused/paused.ts'
import type { ScalingFacts } from '../scaling/scaling-up.ts'
import type { TemplatesSeen } from '../scaling/template.ts'
import type { RolloutStrategy } from './rollout-strategy.ts'

export type MachineDeployment = KubeObject

/** What is said of a MachineDeployment. */
export interface MachineDeploymentStatus {
  readonly selector?: string
  readonly replicas?: number
  readonly readyReplicas?: number
  readonly availableReplicas?: number
  readonly upToDateReplicas?: number
  readonly versions?: readonly VersionCount[]
  readonly phase?: string
  readonly observedGeneration?: number
  readonly conditions?: readonly Condition[]
}

/** One look at a MachineDeployment and its surroundings. */
export interface MachineDeploymentObserved {
  readonly namespace: string
  readonly name: string
  readonly generation: number | undefined
  readonly previous: MachineDeploymentStatus | undefined
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
export interface MachineDeploymentFacts extends MachinesFacts, ScalingFacts {
  /** The MachineSets are known. */
  readonly listed: boolean
  readonly deleting: boolean
  readonly machineSets: number
  /** What the spec says, also while deleting. */
  readonly replicas: number | undefined
  readonly available: number | undefined
  readonly strategy: RolloutStrategy
  /** The kinds of the templates that do not exist. */
  readonly missing: readonly string[]
}
