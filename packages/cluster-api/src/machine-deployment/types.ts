import type { Condition, ConditionedObject, Instant, SeverityCondition } from '@sitrep/conditions'
import type { Clock, KubeObject, LabelSelector, Listing, OwnerReference } from '@sitrep/status'
import type { TemplateFields } from '../machine/types.ts'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { ReplicaCounts } from '../machines-of/replica-counts.ts'
import type { StatusFields } from '../pass/computed.ts'
import type { PausedFacts } from '../pass/paused.ts'
import type { TemplatesSeen } from '../scaling/template.ts'

export type MachineDeployment = KubeObject

/** How a MachineDeployment replaces Machines. */
export interface RolloutStrategy {
  /** `RollingUpdate`, `OnDelete`, or nothing where the spec does not say. */
  readonly type: string | undefined
  /** A number, a percentage such as `25%`, or nothing. */
  readonly maxUnavailable: number | string | undefined
  readonly maxSurge: number | string | undefined
}

/** A MachineSet as its MachineDeployment sees it. */
export interface MachineSetSeen extends ConditionedObject {
  readonly group: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
  readonly owners: readonly OwnerReference[]
  readonly createdAt: Instant | undefined
  readonly desired: number | undefined
  readonly counts: ReplicaCounts
  readonly template: TemplateFields
  readonly conditions: readonly Condition[]
  /** What it says in the older model. */
  readonly old: OldSetSeen
}

export interface OldSetSeen {
  readonly readyReplicas: number
  readonly availableReplicas: number
  readonly ready: SeverityCondition | undefined
}

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
