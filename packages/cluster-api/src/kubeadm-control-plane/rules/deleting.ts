import { False, otherwise, type Rule, True } from '@sitrep/conditions'
import { staleMachinesText } from '../../deletion-delay/stale-machines.ts'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { counted, shorten } from '../../text/shorten.ts'
import type { ControlPlaneFacts } from '../facts.ts'

const namesShown = 5

interface Workers {
  readonly machines: readonly string[]
  readonly pools: readonly string[]
}

/** What is left besides the control plane; nothing where that cannot be told. */
function workersOf({ pass }: ControlPlaneFacts): Workers | undefined {
  const { workers } = pass.observed
  if (workers?.machines.read !== true || !workers.pools.read) return undefined
  return {
    machines: workers.machines.items.filter(({ controlPlane }) => !controlPlane).map(({ name }) => name),
    pools: workers.pools.items,
  }
}

/** Any Machine beyond its own holds a control plane back, also a control plane Machine of somebody else. */
export function isHeldBack(f: ControlPlaneFacts): boolean {
  const { workers } = f.pass.observed
  if (workers?.machines.read !== true || !workers.pools.read) return false
  return workers.machines.items.length !== f.current || workers.pools.items.length > 0
}

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
