import {
  aggregate,
  False,
  filterStretches,
  foldStretches,
  getMessage,
  hasCondition,
  isFalse,
  isTrue,
  joinStretches,
  mapStretches,
  mergeStrategy,
  otherwise,
  type Rule,
  refOf,
  report,
  type SetDecision,
  type Source,
  Stretch,
  stretchesOf,
  True,
} from '@sitrep/conditions'
import { counted, shorten } from '../shorten.ts'
import { longerThan, seconds } from '../time/longer-than.ts'
import { isControlPlaneMachine, type MachinesFacts } from './facts.ts'
import type { MachineSeen } from './machine-seen.ts'

const readyStrategy = mergeStrategy({ reason: { issue: 'NotReady', unknown: 'ReadyUnknown', info: 'Ready' } })

/** Whether the Machines of a group are Ready; an empty group is. */
export const machinesReadyRows: readonly Rule<MachinesFacts>[] = [
  ['there are no Machines', (f) => f.machines.length === 0, True('NoReplicas')],
  [
    'otherwise, the Ready conditions of the Machines in one',
    otherwise,
    report((f) => aggregate(f.machines, 'Ready', { strategy: readyStrategy, first: isControlPlaneMachine }), {
      statuses: ['True', 'False', 'Unknown'],
      reasons: ['NotReady', 'ReadyUnknown', 'Ready'],
      message: 'the messages of the Machines, grouped',
    }),
  ],
]

// A new Machine gets its UpToDate condition a moment after its creation; counting it at once would make every scale-up flicker.
const graceMs = 10 * seconds

const upToDateStrategy = mergeStrategy({
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
    report(
      (f) => aggregate(judged(f), 'UpToDate', { strategy: upToDateStrategy, first: isControlPlaneMachine }),
      {
        statuses: ['True', 'False', 'Unknown'],
        reasons: ['NotUpToDate', 'UpToDateUnknown', 'UpToDate'],
        message: 'the messages of the Machines, grouped',
      },
    ),
  ],
]

function judged({ machines, clock }: MachinesFacts): readonly MachineSeen[] {
  const silent = unreported(machines)
  if (silent.length === 0) return machines
  const young = new Set(silent.filter(({ createdAt }) => !longerThan(clock, createdAt, graceMs)))
  if (young.size === 0) return machines
  const isGrown = (machine: MachineSeen): boolean => !young.has(machine)
  return joinStretches(
    stretchesOf(machines).map((stretch) =>
      stretch.items.every(isGrown) ? stretch : new Stretch(stretch.items.filter(isGrown)),
    ),
  )
}

const unreported = filterStretches(
  ({ conditions, createdAt }: MachineSeen) =>
    createdAt !== undefined && !hasCondition(conditions, 'UpToDate'),
)

/** Whether sick Machines are being replaced. `by` names who would do it: ` by MachineSet`. */
export function remediatingRows(by: string): readonly Rule<MachinesFacts>[] {
  return [
    [
      'some Machines failed their health check and are to be remediated',
      (f) => toBeRemediated(f.machines).length > 0,
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

const unhealthyAmong = filterStretches(isUnhealthy)
const toBeRemediated = filterStretches(isToBeRemediated)

function remediating(machines: readonly MachineSeen[]): SetDecision {
  const merged = aggregate(toBeRemediated(machines), 'OwnerRemediated', {
    target: 'Remediating',
    first: isControlPlaneMachine,
  })
  return { ...merged, condition: { ...merged.condition, status: 'True', reason: 'Remediating' } }
}

function unhealthyText(machines: readonly MachineSeen[], by: string): string {
  const names = unhealthyAmong(machines).map(({ name }) => name)
  if (names.length === 0) return ''
  const [noun, verb] = [counted(names.length, 'Machine'), counted(names.length, 'is', 'are')]
  return `${noun} ${shorten(names.sort(), 3)} ${verb} not healthy (not to be remediated${by})`
}

/** Whether Machines are being replaced because they are not up to date, and why they are not. */
export const rollingOutRows: readonly Rule<MachinesFacts>[] = [
  [
    'some Machines are not up to date',
    (f) => outdatedAmong(f.machines).length > 0,
    True('RollingOut', (f) => rollingOutText(outdatedAmong(f.machines))),
    (f) => upToDateOf(outdatedAmong(f.machines)),
  ],
  ['otherwise', otherwise, False('NotRollingOut')],
]

const isOutdated = ({ conditions }: MachineSeen): boolean => isFalse(conditions, 'UpToDate')

const outdatedAmong = filterStretches(isOutdated)

const upToDateOf = mapStretches((machines: readonly MachineSeen[]): readonly Source[] =>
  machines.map(({ group, kind, namespace, name }) => ({
    ref: { group, kind, namespace, name },
    condition: 'UpToDate',
  })),
)

const upToDateLines = foldStretches(
  (machines: readonly MachineSeen[]): ReadonlySet<string> =>
    new Set(machines.flatMap(({ conditions }) => linesOf(getMessage(conditions, 'UpToDate')))),
  (parts) => new Set(parts.flatMap((lines) => [...lines])),
)

function rollingOutText(outdated: readonly MachineSeen[]): string {
  const lines = upToDateLines(outdated)
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

/** What a count rests on: the Machines that lack a condition, and the wanted number where there are none. */
export const machinesLacking = (
  type: string,
): ((facts: { readonly machines: readonly MachineSeen[] }) => readonly Source[]) => {
  const lackingAmong = filterStretches(({ conditions }: MachineSeen) => !isTrue(conditions, type))
  return ({ machines }) => {
    const lacking = lackingAmong(machines)
    if (lacking.length === 0) return [{ field: 'spec.replicas' }]
    return lacking.map((machine) => ({ ref: refOf(machine), condition: type }))
  }
}
