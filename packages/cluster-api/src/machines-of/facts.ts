import { type ConditionedObject, type Rule, Unknown } from '@sitrep/conditions'
import type { Clock } from '@sitrep/status'
import { labels } from '../kinds.ts'
import type { MachineSeen } from './machine-seen.ts'

/** What the rules about a group of Machines ask for. */
export interface MachinesFacts {
  readonly machines: readonly MachineSeen[]
  readonly clock: Clock
}

/** What upstream says wherever it could not look. */
export const lookAtLogs = 'Please check controller logs for errors'

/** The first row of every table that rests on a list. */
export const notListed: Rule<{ readonly listed: boolean }> = [
  'Machines cannot be listed',
  (f) => !f.listed,
  Unknown('InternalError', lookAtLogs),
]

/** Whether an object is a Machine of the control plane, of which an aggregate tells first. The label's value does not matter. */
export function isControlPlaneMachine({ kind, labels: own }: ConditionedObject): boolean {
  return kind === 'Machine' && Object.hasOwn(own ?? {}, labels.controlPlane)
}

/** How many replicas there are, and how many are wanted; nothing while nobody has said how many. */
export interface ScalingFacts {
  readonly desired: number | undefined
  readonly current: number
}

/** What the document's rules about replicas ask for. */
export interface ReplicaFacts extends MachinesFacts, ScalingFacts {
  /** What is counted could be looked at. */
  readonly listed: boolean
  readonly deleting: boolean
  /** Nothing where nobody has counted. */
  readonly available: number | undefined
}
