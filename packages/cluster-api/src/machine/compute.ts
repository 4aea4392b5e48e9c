import { type Decision, decide, getCondition, setConditions } from '@sitrep/conditions'
import type { Verdict } from '@sitrep/status'
import { annotations } from '../kinds.ts'
import type { Fields } from '../model/fields.ts'
import { decidePaused, isPaused, keepAll, type PausedFacts } from '../paused/paused.ts'
import { type MachineFacts, machineFacts } from './facts.ts'
import type { MachineLanguage } from './language.ts'
import { failureOf } from './legacy/failure.ts'
import { oldConditions } from './legacy/old-conditions.ts'
import { phaseOf } from './legacy/phase.ts'
import { available } from './rules/available.ts'
import type { MachineObserved } from './types.ts'

/** Turns one observation of a Machine into its status, in one language. */
export function computeMachine(language: MachineLanguage, gracePeriodMs: number) {
  return (observed: MachineObserved): Verdict<Fields> => {
    const facts = machineFacts(observed, gracePeriodMs)
    const paused = pausedFacts(facts)
    if (isPaused(paused)) return frozen(facts, language, [decidePaused(paused), 'the Machine is paused'])
    const decision = facts.cluster === undefined ? undefined : decidePaused(paused)
    if (!language.canStart(facts)) return frozen(facts, language, [decision, 'the pass cannot start'])
    return complete(facts, language, decidePaused(paused))
  }
}

const pausedFacts = ({ machine, cluster }: MachineFacts): PausedFacts => ({
  kind: 'Machine',
  clusterPaused: cluster?.paused === true,
  annotated: Object.hasOwn(machine.annotations, annotations.paused),
})

function stampOf({ machine, clock }: MachineFacts): { readonly generation: number; readonly now: string } {
  return { generation: machine.generation, now: clock.now }
}

/** Everything stays as it is, apart perhaps from `Paused`. */
function frozen(
  facts: MachineFacts,
  language: MachineLanguage,
  [paused, why]: readonly [paused: Decision | undefined, why: string],
): Verdict<Fields> {
  const types = ownedTypes(facts, language).filter((type) => type !== paused?.type)
  const decided = [...(paused === undefined ? [] : [paused]), ...keepAll(types, why)]
  const { previous, previousStatus } = facts.observed
  const conditions = setConditions(previous.conditions, decided, stampOf(facts))
  const status = conditions === previous.conditions ? previousStatus : { ...previousStatus, conditions }
  return { status, decided, recheckAt: facts.clock.recheckAt }
}

function complete(facts: MachineFacts, language: MachineLanguage, paused: Decision): Verdict<Fields> {
  const stamp = stampOf(facts)
  const tables = language.tables.filter(({ type }) => type !== 'UpToDate' || language.saysUpToDate(facts))
  const first = [paused, ...tables.map((table) => decide(table, facts))]
  const basis = setConditions(facts.observed.previous.conditions, first, stamp)
  const ready = decide(language.ready, { ...facts, conditions: basis })
  const summed = setConditions(basis, [ready], stamp)
  const last = decide(available, {
    ready: getCondition(summed, 'Ready'),
    minReadySeconds: facts.machine.spec.minReadySeconds,
    clock: facts.clock,
  })
  const conditions = setConditions(summed, [last], stamp)
  const legacy = { ...phaseOf(facts), ...failureOf(facts), conditions: oldConditions(facts) }
  const decided = [...first, ready, last]
  return { status: language.write({ facts, conditions, legacy }), decided, recheckAt: facts.clock.recheckAt }
}

function ownedTypes(facts: MachineFacts, language: MachineLanguage): readonly string[] {
  const types = ['Paused', ...language.tables.map(({ type }) => type), 'Ready', 'Available']
  return language.saysUpToDate(facts) ? types : types.filter((type) => type !== 'UpToDate')
}
