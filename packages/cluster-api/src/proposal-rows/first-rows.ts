import { type Rule, Unknown } from '@sitrep/conditions'
import type { ScalingFacts } from '../machines-of/facts.ts'

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
