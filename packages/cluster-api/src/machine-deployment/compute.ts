import { decide } from '@sitrep/conditions'
import type { Verdict } from '@sitrep/status'
import { sumCounts } from '../machines-of/replica-counts.ts'
import { formatSelector } from '../machines-of/selector.ts'
import { finished, pausedOnly, stoppedEarly, untouched } from '../pass/verdict.ts'
import { decidePaused, isPaused } from '../paused/paused.ts'
import { currentSet } from './current-set.ts'
import { factsOf } from './facts.ts'
import { phaseOf } from './phase.ts'
import { releasedRules } from './rules-released/rules.ts'
import type { MachineDeploymentFacts, MachineDeploymentObserved, MachineDeploymentStatus } from './types.ts'

const releasedTypes = releasedRules.map(({ type }) => type)

/** Turns one observation of a MachineDeployment into the status that the released system writes. */
export function computeReleased(observed: MachineDeploymentObserved): Verdict<MachineDeploymentStatus> {
  if (!observed.clusterFound) return untouched(observed, releasedTypes, 'there is no Cluster to be seen')
  const paused = decidePaused(observed.paused)
  if (isPaused(observed.paused)) return pausedOnly(observed, paused, releasedTypes)
  if (!observed.machines.read) return stoppedEarly(observed, paused, releasedTypes)
  const facts = factsOf(observed)
  const decided = [paused, ...releasedRules.map((table) => decide(table, facts))]
  return finished(
    observed,
    {
      selector: formatSelector(observed.selector) || undefined,
      ...(facts.listed ? counters(observed) : {}),
      phase: phaseOf(facts),
      ...(hasFailed(observed, facts) ? {} : { observedGeneration: observed.generation }),
    },
    decided,
  )
}

function counters({ machineSets }: MachineDeploymentObserved): ReturnType<typeof sumCounts> {
  return sumCounts(machineSets.read ? machineSets.items.map((set) => set.counts) : [])
}

/** Whether the pass had an error, so that the generation does not count as observed. */
function hasFailed(
  observed: MachineDeploymentObserved,
  { listed, missing }: MachineDeploymentFacts,
): boolean {
  if (!listed) return true
  if (observed.deleting) return false
  if (observed.replicas === undefined) return true
  // A new MachineSet would be due, but there is nothing to make its Machines from.
  return missing.length > 0 && !observed.rolloutPaused && currentSet(observed) === undefined
}
