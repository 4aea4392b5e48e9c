import { type Condition, setCondition } from '@sitrep/conditions'
import type { ConditionsOnOther } from '@sitrep/status'
import type { MachineSeen } from '../machines-of/machine-seen.ts'
import { compareConditions } from '../model/condition-order.ts'
import type { MachinePoolObserved } from './types.ts'

/** What a pool says on its Machines: each is up to date, for instances are replaced behind its back, unless it is being deleted. */
export function upToDateOnMachines(observed: MachinePoolObserved): readonly ConditionsOnOther[] {
  const { machines, saidOnMachines, clock } = observed
  if (!machines.read) return saidOnMachines
  return machines.items.map((machine) => {
    const { group, kind, namespace, name } = machine
    const before = saidOnMachines.find(({ ref }) => ref.name === name)?.conditions
    const conditions = setCondition(before, upToDate(machine), {
      generation: machine.generation,
      now: clock.now,
      order: compareConditions,
    })
    return { ref: { group, kind, namespace, name }, conditions }
  })
}

const upToDate = ({ deletion }: MachineSeen): Condition =>
  deletion === undefined
    ? { type: 'UpToDate', status: 'True', reason: 'UpToDate', message: '' }
    : { type: 'UpToDate', status: 'False', reason: 'NotUpToDate', message: 'Machine is being deleted' }
