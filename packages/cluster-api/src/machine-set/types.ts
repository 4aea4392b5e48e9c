import type { Clock, KubeObject, Listing } from '@sitrep/status'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import type { NodeReadiness } from '../machines-of/node-readiness.ts'
import type { LabelSelector } from '../machines-of/selector.ts'
import type { StatusFields } from '../pass/verdict.ts'
import type { PausedFacts } from '../paused/paused.ts'
import type { ReplicaFacts } from '../proposal-rows/facts.ts'
import type { TemplatesSeen } from '../scaling/template.ts'
import type { OldMachine } from './old-machine.ts'
import type { ControlPlaneSeen } from './preflight/control-plane.ts'

export type MachineSet = KubeObject

/** The Cluster as far as a MachineSet looks at it. */
export interface ClusterSeen {
  readonly paused: boolean
  readonly controlPlane: ControlPlaneSeen
  /** Only where the Cluster follows a ClusterClass. */
  readonly topology: TopologySeen | undefined
}

export interface TopologySeen {
  readonly version: string
  /** The version of the step that an upgrade over several versions is at. */
  readonly upgradeStep: string
}

/** Whether a MachineSet belongs to a MachineDeployment, and to its current revision. */
export type Revision = 'stand-alone' | 'current' | 'old' | 'owner not found'

/** One look at a MachineSet and its surroundings. */
export interface MachineSetObserved {
  readonly namespace: string
  readonly name: string
  readonly generation: number | undefined
  readonly previous: StatusFields | undefined
  readonly clock: Clock
  /** Nothing where the Cluster cannot be found or read. */
  readonly cluster: ClusterSeen | undefined
  readonly paused: PausedFacts
  readonly deleting: boolean
  readonly desired: number | undefined
  readonly selector: LabelSelector
  readonly machines: Listing<MachineSeen>
  /** The same Machines and their Nodes, as the old counters see them. */
  readonly oldMachines: readonly OldMachine[]
  readonly nodes: readonly NodeReadiness[]
  readonly templateLabels: Readonly<Record<string, string>>
  readonly minReadySeconds: number
  readonly revision: Revision
  readonly templates: TemplatesSeen
  readonly version: string
  readonly creationDisabled: boolean
  /** The preflight checks that the MachineSet itself says to skip, as it says it. */
  readonly skippedChecks: string
}

/** The observation reduced to what the rules ask about. */
export interface MachineSetFacts extends ReplicaFacts {
  readonly revision: Revision
  /** The kinds of the templates that do not exist. */
  readonly missing: readonly string[]
  /** Why no Machine may be created now. */
  readonly preflight: readonly string[]
}
