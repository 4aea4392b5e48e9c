import {
  aggregate,
  hasCondition,
  mergeStrategy,
  otherwise,
  type Rule,
  report,
  True,
} from '@sitrep/conditions'
import { longerThan, seconds } from '../time/longer-than.ts'
import { isControlPlaneMachine } from './control-plane-first.ts'
import type { MachinesFacts } from './facts.ts'
import type { MachineSeen } from './machine-seen.ts'

// A new Machine gets its UpToDate condition a moment after its creation; counting it at once would make every scale-up flicker.
const graceMs = 10 * seconds

const strategy = mergeStrategy({
  reason: { issue: 'NotUpToDate', unknown: 'UpToDateUnknown', info: 'UpToDate' },
})

/** Whether the Machines of a group are up to date; an empty group is. */
export const machinesUpToDateRows: readonly Rule<MachinesFacts>[] = [
  [
    'there are no Machines, apart from new ones that have not reported UpToDate',
    (f) => judged(f).length === 0,
    True('NoReplicas'),
  ],
  [
    'otherwise, the UpToDate conditions of the Machines in one',
    otherwise,
    report((f) => aggregate(judged(f), 'UpToDate', { strategy, first: isControlPlaneMachine }), {
      statuses: ['True', 'False', 'Unknown'],
      reasons: ['NotUpToDate', 'UpToDateUnknown', 'UpToDate'],
      message: 'the messages of the Machines, grouped',
    }),
  ],
]

function judged({ machines, clock }: MachinesFacts): readonly MachineSeen[] {
  return machines.filter(
    ({ conditions, createdAt }) =>
      hasCondition(conditions, 'UpToDate') ||
      createdAt === undefined ||
      longerThan(clock, createdAt, graceMs),
  )
}
