import { parseAddress } from '@sitrep/status'
import type { Transition } from '../../transitions.ts'

/** What Kubernetes knows of events: all is as it goes, or somebody should look. */
export type EventType = 'Normal' | 'Warning'

// Plain words that mean the same whoever writes them: here too nobody's kinds are named.
// True of these is what happens, not what is wrong: things are deleted, scaled and rolled out because somebody wants it.
const activities: ReadonlySet<string> = new Set([
  'Deleted',
  'Deleting',
  'Paused',
  'Remediating',
  'RollingOut',
  'ScalingDown',
  'ScalingUp',
  'Updating',
])
// True of these is what is wrong.
const problems: ReadonlySet<string> = new Set([
  'Conflicted',
  'OverlappingTLSConfig',
  'PartiallyInvalid',
  'ReplicaFailure',
])

/** Whether a transition is worth a look. Of a condition that is neither activity nor problem, True is the good answer. */
export function eventType({ type: address, to }: Pick<Transition, 'type' | 'to'>): EventType {
  const { type } = parseAddress(address)
  if (activities.has(type)) return to === 'Unknown' ? 'Warning' : 'Normal'
  if (problems.has(type)) return to === 'False' ? 'Normal' : 'Warning'
  return to === 'True' ? 'Normal' : 'Warning'
}
