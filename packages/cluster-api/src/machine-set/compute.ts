import { decide } from '@sitrep/conditions'
import type { Verdict } from '@sitrep/status'
import { countMachines } from '../machines-of/counters.ts'
import { formatSelector } from '../machines-of/selector.ts'
import { versionsOf } from '../machines-of/versions.ts'
import { finished, pausedOnly, untouched } from '../pass/verdict.ts'
import { decidePaused, isPaused } from '../paused/paused.ts'
import { templatesThatAre } from '../scaling/template.ts'
import { factsOf } from './facts.ts'
import { preflight } from './preflight/preflight.ts'
import { releasedRules } from './rules-released/rules.ts'
import type { MachineSetFacts, MachineSetObserved, MachineSetStatus } from './types.ts'

const releasedTypes = releasedRules.map(({ type }) => type)

/** Turns one observation of a MachineSet into the status that the released system writes. */
export function computeReleased(observed: MachineSetObserved): Verdict<MachineSetStatus> {
  if (observed.cluster === undefined)
    return untouched(observed, releasedTypes, 'there is no Cluster to be seen')
  const paused = decidePaused(observed.paused)
  if (isPaused(observed.paused)) return pausedOnly(observed, paused, releasedTypes)
  const checks = preflight(observed)
  const facts = factsOf(observed, checks.problems)
  const decided = [paused, ...releasedRules.map((table) => decide(table, facts))]
  return finished(
    observed,
    {
      selector: formatSelector(observed.selector) || undefined,
      ...(facts.listed ? counters(facts) : {}),
      ...(checks.unable || hasFailed(observed, facts) ? {} : { observedGeneration: observed.generation }),
    },
    decided,
  )
}

/** Counters by the Machines' conditions; one that is being updated in place is nothing but a replica meanwhile. */
function counters({ machines }: MachineSetFacts): Partial<MachineSetStatus> {
  const counts = countMachines(machines.filter(({ updatingInPlace }) => !updatingInPlace))
  return { ...counts, replicas: machines.length, versions: versionsOf(machines) }
}

/** Whether the pass had an error, so that the generation does not count as observed. */
function hasFailed(observed: MachineSetObserved, { listed }: MachineSetFacts): boolean {
  if (!listed || observed.desired === undefined) return true
  const { templates, deleting, revision } = observed
  if (templatesThatAre('unreadable', templates).length > 0) return true
  // What is on its way out needs no templates any more.
  return !deleting && revision !== 'old' && templatesThatAre('missing', templates).length > 0
}
