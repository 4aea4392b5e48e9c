import { False, otherwise, type Rule, True } from '@sitrep/conditions'
import { staleMachinesText } from '../../deletion-delay/stale-machines.ts'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { counted, shorten } from '../../shorten.ts'
import type { ControlPlaneFacts } from '../facts/facts.ts'
import { isHeldBack, workersOf } from '../facts/workers.ts'

const namesShown = 5

function leftText(f: ControlPlaneFacts): string {
  const { machines, pools } = workersOf(f) ?? { machines: [], pools: [] }
  const line = (what: string, names: readonly string[]): readonly string[] =>
    names.length === 0 ? [] : [`* ${what}: ${shorten(names.toSorted(), namesShown)}`]
  const lines = [...line('MachinePools', pools), ...line('Machines', machines)]
  return [
    'KubeadmControlPlane deletion blocked because following objects still exist:',
    lines.join('\n'),
  ].join('\n')
}

function machinesText({ machines, current, clock }: ControlPlaneFacts): string {
  const stale = staleMachinesText(machines, clock)
  return `Deleting ${current} ${counted(current, 'Machine')}${stale === '' ? '' : ` and ${stale}`}`
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const deletingRows: readonly Rule<ControlPlaneFacts>[] = [
  ['nobody deletes the control plane',        (f) => !f.deleting,                    False('NotDeleting')],
  ['no Machine is left',                      (f) => f.current === 0,                True('DeletionCompleted', 'Deletion completed')],
  ['it cannot be told what is left',          (f) => workersOf(f) === undefined,     True('InternalError', lookAtLogs)],
  ['workers are left',                        isHeldBack,                            True('WaitingForWorkersDeletion', leftText)],
  ['its Machines are left',                   otherwise,                             True('WaitingForMachineDeletion', machinesText)],
]
