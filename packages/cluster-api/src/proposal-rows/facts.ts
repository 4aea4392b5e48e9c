import { type Rule, Unknown } from '@sitrep/conditions'
import type { MachinesFacts } from '../machines-of/facts.ts'
import type { ScalingFacts } from '../scaling/rules.ts'

/** What the document's rules about replicas ask for. */
export interface ReplicaFacts extends MachinesFacts, ScalingFacts {
  /** What is counted could be looked at. */
  readonly listed: boolean
  readonly deleting: boolean
  /** Nothing where nobody has counted. */
  readonly available: number | undefined
}

/** The first row of every table that rests on what belongs to the object. */
export const notSeen: Rule<{ readonly listed: boolean }> = [
  'what belongs to it cannot be listed',
  (f) => !f.listed,
  Unknown('InternalError', 'What belongs to it cannot be listed, see the log for the error'),
]

/** Nobody has said how many replicas are wanted. */
export const notWanted: Rule<ScalingFacts> = [
  'spec.replicas is not set',
  (f) => f.desired === undefined,
  Unknown('WaitingForReplicasSet', 'Waiting for spec.replicas to be set'),
]
