import { False, getMessage, isFalse, otherwise, type Rule, type Source, True } from '@sitrep/conditions'
import type { MachinesFacts } from './facts.ts'
import type { MachineSeen } from './machine-seen.ts'

/** Whether Machines are being replaced because they are not up to date, and why they are not. */
export const rollingOutRows: readonly Rule<MachinesFacts>[] = [
  [
    'some Machines are not up to date',
    (f) => f.machines.some(isOutdated),
    True('RollingOut', (f) => rollingOutText(f.machines.filter(isOutdated))),
    (f) => f.machines.filter(isOutdated).map(upToDateOf),
  ],
  ['otherwise', otherwise, False('NotRollingOut')],
]

const isOutdated = ({ conditions }: MachineSeen): boolean => isFalse(conditions, 'UpToDate')

const upToDateOf = ({ group, kind, namespace, name }: MachineSeen): Source => ({
  ref: { group, kind, namespace, name },
  condition: 'UpToDate',
})

function rollingOutText(outdated: readonly MachineSeen[]): string {
  const lines = new Set(outdated.flatMap(({ conditions }) => linesOf(getMessage(conditions, 'UpToDate'))))
  return [`Rolling out ${outdated.length} not up-to-date replicas`, ...[...lines].sort(versionsFirst)].join(
    '\n',
  )
}

const linesOf = (message: string): readonly string[] => (message === '' ? [] : message.split('\n'))

// A change of the version is what a reader looks for first.
function versionsFirst(a: string, b: string): number {
  const [left, right] = [a.startsWith('* Version'), b.startsWith('* Version')]
  if (left !== right) return left ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
