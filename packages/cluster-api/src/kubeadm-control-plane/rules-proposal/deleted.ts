import { type ConditionRules, False, otherwise, True, Unknown } from '@sitrep/conditions'
import { on } from '../../pass/on.ts'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import { staleBullet } from '../../scaling/rules.ts'
import { firstNames, machinesText } from '../../shorten.ts'
import { type ControlPlaneFacts, listedFacts } from '../facts/facts.ts'
import { workersOf } from '../facts/workers.ts'

function hasWorkers(f: ControlPlaneFacts): boolean {
  const workers = workersOf(f)
  return workers !== undefined && workers.machines.length + workers.pools.length > 0
}

function workersText(f: ControlPlaneFacts): string {
  const { machines, pools } = workersOf(f) ?? { machines: [], pools: [] }
  const line = (what: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`* ${what}: ${firstNames(names.toSorted())}`]
  return [
    'Waiting for workers to be deleted:',
    ...line('MachinePools', pools),
    ...line('Machines', machines),
  ].join('\n')
}

const machines = (f: ControlPlaneFacts): string =>
  `Waiting for ${machinesText(f.machines)} to be deleted${staleBullet(f)}`

/** The document's Deleted: the control plane is on its way out, and the reason says how far. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const deleted: ConditionRules<ControlPlaneFacts> = {
  type: 'Deleted',
  rows: [
    ['nobody deletes it',              (f) => !f.deleting,                False('NotDeleted')],
    ...on(listedFacts, [notSeen]),
    ['no Machine is left',             (f) => f.current === 0,            True('DeletionCompleted')],
    ['it cannot be told what is left', (f) => workersOf(f) === undefined, Unknown('InternalError', 'What belongs to the cluster cannot be listed, see the log for the error')],
    ['workers are left',               hasWorkers,                        True('WaitingForWorkersDeletion', workersText)],
    ['its Machines are left',          otherwise,                         True('WaitingForMachinesDeletion', machines)],
  ],
}
