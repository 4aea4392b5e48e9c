import { decide } from '@sitrep/conditions'
import type { Computed } from '@sitrep/status'
import {
  decideAll,
  finished,
  pausedOnly,
  type StatusFields,
  stoppedEarly,
  typesOf,
  untouched,
} from '../pass/computed.ts'
import { isPaused } from '../pass/paused.ts'
import type { MachineDeploymentFacts } from './facts.ts'
import { factsOf } from './facts.ts'
import type { MachineDeploymentLanguage } from './language.ts'
import { oldStatusOf } from './old-status.ts'
import type { MachineDeploymentObserved } from './types.ts'

/** Turns one observation of a MachineDeployment into its status, in one language. */
export function computeMachineDeployment(
  language: MachineDeploymentLanguage,
): (observed: MachineDeploymentObserved) => Computed<StatusFields> {
  const { tables, write, needsCluster } = language
  const types = typesOf(tables)
  return (observed) => {
    if (needsCluster && !observed.clusterFound)
      return untouched(observed, types, 'there is no Cluster to be seen')
    const paused = decide(language.paused, observed.paused)
    if (isPaused(observed.paused)) return pausedOnly(observed, paused, types)
    if (!observed.machines.read && needsCluster) return stoppedEarly(observed, paused, types)
    const facts = factsOf(observed, language.strategy(observed.strategy))
    const fields = write({ observed, facts, failed: hasFailed(facts), old: oldStatusOf(observed, facts) })
    return finished(observed, fields, [paused, ...decideAll(tables, facts)])
  }
}

/** Whether the pass had an error, so that the generation does not count as observed. */
function hasFailed({ listed, deleting, replicas, rolloutBlocked }: MachineDeploymentFacts): boolean {
  return !listed || (!deleting && (replicas === undefined || rolloutBlocked))
}
