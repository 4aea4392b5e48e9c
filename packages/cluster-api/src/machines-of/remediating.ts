import { aggregate, False, isFalse, otherwise, type Rule, report, type SetDecision } from '@sitrep/conditions'
import { counted, shorten } from '../text/shorten.ts'
import { isControlPlaneMachine } from './control-plane-first.ts'
import type { MachinesFacts } from './facts.ts'
import type { MachineSeen } from './machine-seen.ts'

/** Whether sick Machines are being replaced. `by` names who would do it: ` by MachineSet`. */
export function remediatingRows(by: string): readonly Rule<MachinesFacts>[] {
  return [
    [
      'some Machines failed their health check and are to be remediated',
      (f) => f.machines.some(isToBeRemediated),
      report((f) => remediating(f.machines), {
        statuses: ['True'],
        reasons: ['Remediating'],
        message: 'the OwnerRemediated messages of the Machines, grouped',
      }),
    ],
    ['otherwise', otherwise, False('NotRemediating', (f) => unhealthyText(f.machines, by))],
  ]
}

const isUnhealthy = ({ conditions }: MachineSeen): boolean => isFalse(conditions, 'HealthCheckSucceeded')

/** Whether a Machine failed its health check and its owner has taken on the replacement. */
export function isToBeRemediated(machine: MachineSeen): boolean {
  return isUnhealthy(machine) && isFalse(machine.conditions, 'OwnerRemediated')
}

function remediating(machines: readonly MachineSeen[]): SetDecision {
  const merged = aggregate(machines.filter(isToBeRemediated), 'OwnerRemediated', {
    target: 'Remediating',
    first: isControlPlaneMachine,
  })
  return { ...merged, condition: { ...merged.condition, status: 'True', reason: 'Remediating' } }
}

function unhealthyText(machines: readonly MachineSeen[], by: string): string {
  const names = machines.filter(isUnhealthy).map(({ name }) => name)
  if (names.length === 0) return ''
  const [noun, verb] = [counted(names.length, 'Machine'), counted(names.length, 'is', 'are')]
  return `${noun} ${shorten(names.sort(), 3)} ${verb} not healthy (not to be remediated${by})`
}
