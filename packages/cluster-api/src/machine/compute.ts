import { type Decision, decide, getCondition, setConditions } from '@sitrep/conditions'
import type { Computed, Fields } from '@sitrep/status'
import { annotations } from '../kinds.ts'
import { compareConditions } from '../model/condition-order.ts'
import { type PassStart, pausedOnly, type StatusFields, stoppedEarly, untouched } from '../pass/computed.ts'
import { isPaused, type PausedFacts, pausedRulesOf } from '../pass/paused.ts'
import { type MachineFacts, machineFacts } from './facts/facts.ts'
import type { MachineLanguage } from './language.ts'
import { oldStatusOf } from './old-status/old-status.ts'
import type { MachineObserved } from './types.ts'

/** Turns one observation of a Machine into its status, in one language. */
export function computeMachine(
  language: MachineLanguage,
  gracePeriodMs: number,
): (observed: MachineObserved) => Computed<Fields> {
  return (observed) => {
    const facts = machineFacts(observed, gracePeriodMs)
    if (facts.cluster === undefined && language.needsCluster) {
      return untouched(startOf(facts), ownedTypes(facts, language), 'there is no Cluster to be seen')
    }
    const pausedBy = pausedFacts(facts)
    const paused = decide(pausedRulesOf(language), pausedBy)
    if (isPaused(pausedBy)) return pausedOnly(startOf(facts), paused, ownedTypes(facts, language))
    if (!language.canStart(facts)) return stoppedEarly(startOf(facts), paused, ownedTypes(facts, language))
    return complete(facts, language, paused)
  }
}

function startOf({ observed, machine, clock }: MachineFacts): PassStart<StatusFields & Fields> {
  return { previous: observed.previousStatus, generation: machine.generation, clock }
}

const pausedFacts = ({ observed, machine, cluster }: MachineFacts): PausedFacts => ({
  kind: 'Machine',
  clusterPaused: cluster?.paused === true,
  annotated: Object.hasOwn(machine.annotations, annotations.paused),
  clusterUnread: !observed.cluster.read,
})

function complete(facts: MachineFacts, language: MachineLanguage, paused: Decision): Computed<Fields> {
  const { generation } = facts.machine
  const stamp = { generation, now: facts.clock.now, order: compareConditions }
  const first = [paused]
  for (const table of language.tables)
    if (table.type !== 'UpToDate' || language.saysUpToDate(facts)) first.push(decide(table, facts))
  const basis = setConditions(facts.observed.previous.conditions, first, stamp)
  const ready = decide(language.ready, { ...facts, conditions: basis })
  const summed = setConditions(basis, [ready], stamp)
  const last = decide(language.available, {
    ready: getCondition(summed, 'Ready'),
    minReadySeconds: language.minReadySeconds(facts),
    clock: facts.clock,
  })
  const conditions = setConditions(summed, [last], stamp)
  const old = oldStatusOf(facts)
  const decided = [...first, ready, last]
  return { status: language.write({ facts, conditions, old }), decided, recheckAt: facts.clock.recheckAt }
}

function ownedTypes(facts: MachineFacts, language: MachineLanguage): readonly string[] {
  const types = [...language.tables.map(({ type }) => type), 'Ready', 'Available']
  return language.saysUpToDate(facts) ? types : types.filter((type) => type !== 'UpToDate')
}
