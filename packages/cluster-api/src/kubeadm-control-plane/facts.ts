import type { Condition } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import type { ControlPlaneMachineSeen } from './observe/machine-seen.ts'
import type { PassFacts } from './pass-facts.ts'
import type { Preflight } from './preflight/preflight.ts'

/** A Machine with its conditions as this pass leaves them. */
export interface JudgedMachine extends ControlPlaneMachineSeen {
  readonly conditions: readonly Condition[]
}

/** What the health of a control plane is summed up from. */
export interface HealthFacts {
  readonly pass: PassFacts
  readonly judged: readonly JudgedMachine[]
}

/** What the tables of a control plane ask about, once its Machines were judged. */
export interface ControlPlaneFacts extends HealthFacts {
  readonly clock: Clock
  readonly deleting: boolean
  readonly etcdManaged: boolean
  /** The Machines, for the rules that all owners of Machines share. */
  readonly machines: readonly JudgedMachine[]
  readonly desired: number | undefined
  readonly current: number
  readonly initialized: boolean
  /** The conditions of the control plane as far as they have been decided. */
  readonly conditions: readonly Condition[]
  readonly preflight: Preflight
}
