import { type Condition, type Decision, decide, setCondition, setConditions } from '@sitrep/conditions'
import type { ConditionsOnOther } from '@sitrep/status'
import { compareConditions } from '../model/condition-order.ts'
import type { JudgedMachine } from './facts.ts'
import type { ControlPlaneLanguage } from './language.ts'
import type { MachineFacts } from './machine-rules/facts.ts'
import type { MachineObserved } from './types.ts'

/** A Machine after its control plane had its say. */
export interface Judgement {
  readonly machine: JudgedMachine
  readonly said: ConditionsOnOther
}

/** Decides all that a control plane says on one of its Machines. */
export function judgeMachine(facts: MachineFacts, language: ControlPlaneLanguage): Judgement {
  const { pass, machine } = facts
  const stamp = { generation: machine.seen.generation, now: pass.clock.now, order: compareConditions }
  const tables = pass.spec.etcdManaged ? [...language.machine, ...language.machineEtcd] : language.machine
  const decided = tables.map((table) => decide(table, facts))
  const said = saidOn(machine, setConditions(machine.before, decided, stamp), decided)
  const passing = language.passing(facts)
  if (passing.length === 0) return { machine: withConditions(machine, said.conditions, decided), said }
  const between = passing.reduce((list, condition) => setCondition(list, condition, stamp), machine.before)
  const seen = saidOn(machine, setConditions(between, decided, stamp), decided)
  return { machine: withConditions(machine, seen.conditions, decided), said }
}

/** Says again what was said, so that nothing of it is taken back. */
export function repeatOn(machine: MachineObserved, language: ControlPlaneLanguage): ConditionsOnOther {
  const types = [...language.machine, ...language.machineEtcd].map(({ type }) => type)
  return saidOn(
    machine,
    machine.before,
    types.map((type) => ({ verdict: 'keep', type, by: 'stated', sources: [] })),
  )
}

function saidOn(
  machine: MachineObserved,
  conditions: readonly Condition[],
  decided: readonly Decision[],
): ConditionsOnOther {
  const types = decided.map(({ type }) => type)
  return { ref: machine.seen.ref, conditions: conditions.filter(({ type }) => types.includes(type)), decided }
}

// What others say on the Machine is taken as they say it now, not as it stood when this control plane last spoke.
function withConditions(
  { seen }: MachineObserved,
  mine: readonly Condition[],
  decided: readonly Decision[],
): JudgedMachine {
  const types = decided.map(({ type }) => type)
  return { ...seen, conditions: [...seen.conditions.filter(({ type }) => !types.includes(type)), ...mine] }
}
