import { decide, setConditions } from '@sitrep/conditions'
import type { Computed } from '@sitrep/status'
import { compareConditions } from '../model/condition-order.ts'
import {
  decideAll,
  finished,
  pausedOnly,
  type StatusFields,
  stoppedEarly,
  typesOf,
} from '../pass/computed.ts'
import { isPaused, pausedRules } from '../pass/paused.ts'
import { factsOf } from './facts/facts.ts'
import type { ClusterLanguage } from './language.ts'
import { oldStatusOf } from './old-status.ts'
import type { AvailabilityGate, ClusterObserved } from './types.ts'

/** Turns one observation of a Cluster into its status, in one language. */
export function computeCluster(
  language: ClusterLanguage,
): (observed: ClusterObserved) => Computed<StatusFields> {
  const { tables, available, write, needsClass } = language
  const types = [...typesOf(tables), available.type]
  return (observed) => {
    const paused = decide(pausedRules, observed.paused)
    if (isPaused(observed.paused)) return pausedOnly(observed, paused, types)
    const gates = gatesOf(observed)
    if (gates === undefined && needsClass) return stoppedEarly(observed, paused, types)
    const { previous, clock, generation } = observed
    const facts = factsOf(observed, language)
    const decided = [paused, ...decideAll(tables, facts)]
    const stamp = { generation, now: clock.now, order: compareConditions }
    const conditions = setConditions(previous?.conditions, decided, stamp)
    const { deleting, hasTopology } = facts
    const last = decide(available, { conditions, deleting, hasTopology, gates: gates ?? [] })
    const fields = write({ observed, facts, old: oldStatusOf(observed, facts) })
    return finished(observed, fields, [...decided, last])
  }
}

/** The gates that count: the Cluster's own, else those of its class. Nothing where the class cannot be found. */
function gatesOf({ topology, gates }: ClusterObserved): readonly AvailabilityGate[] | undefined {
  if (topology === undefined) return gates ?? []
  const { classGates } = topology
  if (!classGates.read || classGates.item === undefined) return undefined
  return gates ?? classGates.item
}
