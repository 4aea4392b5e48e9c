import type { ConditionRules, Rule } from '@sitrep/conditions'
import { type MachinesFacts, notListed } from '../../machines-of/facts.ts'
import type { MachineSeen } from '../../machines-of/machine-seen.ts'
import { machinesReadyRows, machinesUpToDateRows, remediatingRows } from '../../machines-of/rules.ts'
import { on } from '../../pass/on.ts'
import { allMachines, type ClusterFacts, outsidePools } from '../facts/facts.ts'

type Pick = (facts: ClusterFacts) => readonly MachineSeen[]

const aboutThese =
  (machines: Pick) =>
  (facts: ClusterFacts): MachinesFacts => ({ machines: machines(facts), clock: facts.clock })

function machinesRules(
  type: string,
  rows: readonly Rule<MachinesFacts>[],
  machines: Pick,
): ConditionRules<ClusterFacts> {
  return { type, rows: [notListed, ...on(aboutThese(machines), rows)] }
}

const controlPlane: Pick = (f) => f.controlPlaneMachines
// Upstream leaves Machines of pools out until pools have conditions of their own.
const workers: Pick = (f) => outsidePools(f.workerMachines)
const all: Pick = (f) => outsidePools(allMachines(f))

export const controlPlaneMachinesReady: ConditionRules<ClusterFacts> = machinesRules(
  'ControlPlaneMachinesReady',
  machinesReadyRows,
  controlPlane,
)
export const workerMachinesReady: ConditionRules<ClusterFacts> = machinesRules(
  'WorkerMachinesReady',
  machinesReadyRows,
  workers,
)
export const controlPlaneMachinesUpToDate: ConditionRules<ClusterFacts> = machinesRules(
  'ControlPlaneMachinesUpToDate',
  machinesUpToDateRows,
  controlPlane,
)
export const workerMachinesUpToDate: ConditionRules<ClusterFacts> = machinesRules(
  'WorkerMachinesUpToDate',
  machinesUpToDateRows,
  workers,
)
export const remediating: ConditionRules<ClusterFacts> = machinesRules(
  'Remediating',
  remediatingRows(''),
  all,
)
