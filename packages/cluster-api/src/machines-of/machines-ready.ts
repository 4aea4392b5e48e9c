import { aggregate, mergeStrategy, otherwise, type Rule, report, True } from '@sitrep/conditions'
import { isControlPlaneMachine } from './control-plane-first.ts'
import type { MachinesFacts } from './facts.ts'

const strategy = mergeStrategy({ reason: { issue: 'NotReady', unknown: 'ReadyUnknown', info: 'Ready' } })

/** Whether the Machines of a group are Ready; an empty group is. */
export const machinesReadyRows: readonly Rule<MachinesFacts>[] = [
  ['there are no Machines', (f) => f.machines.length === 0, True('NoReplicas')],
  [
    'otherwise, the Ready conditions of the Machines in one',
    otherwise,
    report((f) => aggregate(f.machines, 'Ready', { strategy, first: isControlPlaneMachine }), {
      statuses: ['True', 'False', 'Unknown'],
      reasons: ['NotReady', 'ReadyUnknown', 'Ready'],
      message: 'the messages of the Machines, grouped',
    }),
  ],
]
