import { type Condition, decide, setCondition } from '@sitrep/conditions'
import type { Computed, ConditionsOnOther } from '@sitrep/status'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import { compareConditions } from '../model/condition-order.ts'
import { decideAll, finished, pausedOnly, type StatusFields, typesOf, untouched } from '../pass/computed.ts'
import { isPaused, pausedRulesOf } from '../pass/paused.ts'
import { deletionFails, factsOf, stepsOf } from './facts/facts.ts'
import { withOwnObjects } from './facts/provider-objects.ts'
import type { MachinePoolLanguage, MachinePoolOutcome } from './language.ts'
import { oldStatusOf, phaseOf } from './old-status.ts'
import type { MachinePoolObserved } from './types.ts'

/** Turns one observation of a MachinePool into its status, in one language. */
export function computeMachinePool(
  language: MachinePoolLanguage,
): (observed: MachinePoolObserved) => Computed<StatusFields> {
  const { tables, write, needsCluster } = language
  const types = typesOf(tables)
  return (looked) => {
    const observed = withOwnObjects(looked)
    const others = observed.saidOnMachines
    if (needsCluster && !observed.clusterFound) {
      return { ...untouched(observed, types, 'there is no Cluster to be seen'), others }
    }
    const paused = decide(pausedRulesOf(language), observed.paused)
    if (isPaused(observed.paused)) return { ...pausedOnly(observed, paused, types), others }
    const outcome = outcomeOf(observed, language)
    const decided = [paused, ...decideAll(tables, outcome.facts)]
    return { ...finished(observed, write(outcome), decided), others: saidOnMachines(observed) }
  }
}

function outcomeOf(
  observed: MachinePoolObserved,
  { isProvisioned }: MachinePoolLanguage,
): MachinePoolOutcome {
  const steps = observed.deletedAt === undefined ? stepsOf(observed, isProvisioned(observed)) : undefined
  return {
    facts: factsOf(observed, steps),
    steps,
    old: oldStatusOf(observed, steps),
    phase: phaseOf(observed, steps),
    failed: steps === undefined ? deletionFails(observed) : steps.failed,
  }
}

/** What a pool says on its Machines: each is up to date, for instances are replaced behind its back, unless it is being deleted. */
function saidOnMachines(observed: MachinePoolObserved): readonly ConditionsOnOther[] {
  const { machines, saidOnMachines: said, deletedAt, clock } = observed
  if (deletedAt !== undefined || !machines.read) return said
  return machines.items.map((machine) => {
    const { group, kind, namespace, name } = machine
    const before = said.find(({ ref }) => ref.name === name)?.conditions
    const stamp = { generation: machine.generation, now: clock.now, order: compareConditions }
    return {
      ref: { group, kind, namespace, name },
      conditions: setCondition(before, upToDate(machine), stamp),
    }
  })
}

const upToDate = ({ deletion }: MachineSeen): Condition =>
  deletion === undefined
    ? { type: 'UpToDate', status: 'True', reason: 'UpToDate', message: '' }
    : { type: 'UpToDate', status: 'False', reason: 'NotUpToDate', message: 'Machine is being deleted' }
