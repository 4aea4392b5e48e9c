import { aggregate, type ConditionRules, mergeStrategy, otherwise, report, True } from '@sitrep/conditions'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import type { WorkerGroup } from '../types.ts'

const type = 'WorkersAvailable'

const strategy = mergeStrategy({
  reason: { issue: 'NotAvailable', unknown: 'AvailableUnknown', info: 'Available' },
})

const workers = (f: ClusterFacts): readonly WorkerGroup[] => [...f.machineDeployments, ...f.machinePools]

const words = {
  reasons: ['NotAvailable', 'AvailableUnknown', 'Available'],
  message: 'the messages of the MachineDeployments and MachinePools, grouped',
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const workersAvailable: ConditionRules<ClusterFacts> = {
  type,
  rows: [
    notSeen,
    ['there are neither MachineDeployments nor MachinePools', (f) => workers(f).length === 0, True('NoWorkers')],
    ['otherwise, their Available conditions in one',          otherwise,                      report((f) => aggregate(workers(f), 'Available', { target: type, strategy }), words)],
  ],
}
