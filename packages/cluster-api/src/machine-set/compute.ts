import { decide } from '@sitrep/conditions'
import type { Computed } from '@sitrep/status'
import { isValidSelector } from '../machines-of/selector.ts'
import { decideAll, finished, pausedOnly, type StatusFields, typesOf, untouched } from '../pass/computed.ts'
import { isPaused, keepAll, pausedRulesOf } from '../pass/paused.ts'
import { templatesThatAre } from '../scaling/template.ts'
import type { MachineSetFacts } from './facts/facts.ts'
import { factsOf } from './facts/facts.ts'
import { preflight } from './facts/preflight.ts'
import type { MachineSetLanguage } from './language.ts'
import { oldStatusOf } from './old-status.ts'
import type { MachineSetObserved } from './types.ts'

/** Turns one observation of a MachineSet into its status, in one language. */
export function computeMachineSet({
  tables,
  write,
  needsCluster,
}: MachineSetLanguage): (observed: MachineSetObserved) => Computed<StatusFields> {
  const types = typesOf(tables)
  return (observed) => {
    if (needsCluster && observed.cluster === undefined)
      return untouched(observed, types, 'there is no Cluster to be seen')
    const paused = decide(pausedRulesOf({ needsCluster }), observed.paused)
    if (isPaused(observed.paused)) return pausedOnly(observed, paused, types)
    const checks = preflight(observed)
    const facts = factsOf(observed, checks.problems)
    const failed = checks.unable || hasFailed(observed, facts)
    const fields = write({ observed, facts, failed, old: oldStatusOf(observed, facts, checks) })
    const decided = isValidSelector(observed.selector)
      ? decideAll(tables, facts)
      : keepAll(types, 'the selector means nothing')
    return finished(observed, fields, [paused, ...decided])
  }
}

/** Whether the pass had an error, so that the generation does not count as observed. */
function hasFailed(observed: MachineSetObserved, { listed }: MachineSetFacts): boolean {
  if (!listed || observed.desired === undefined) return true
  const { templates, deleting, revision } = observed
  if (templatesThatAre('unreadable', templates).length > 0) return true
  // What is on its way out needs no templates any more.
  return !deleting && revision !== 'old' && templatesThatAre('missing', templates).length > 0
}
