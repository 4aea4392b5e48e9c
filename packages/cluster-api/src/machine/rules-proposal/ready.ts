import {
  type Condition,
  type ConditionRules,
  False,
  getCondition,
  isTrue,
  otherwise,
  type Rule,
  type Source,
  True,
  Unknown,
} from '@sitrep/conditions'
import { type DelayCause, delayText } from '../../deletion-delay/delay-cause.ts'
import { delayCausesOf, isStale } from '../../deletion-delay/deletion-progress.ts'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { causesOf } from '../facts/drain/outcome.ts'
import type { SummaryFacts } from '../facts/facts.ts'
import type { ReadinessGate } from '../types.ts'

/** A row of the Machine Ready document in its own four columns, and the rule that it stands for. */
export interface ReadyRow {
  readonly guard: string
  readonly ensure: string
  readonly transition: string
  readonly next: string
  readonly rule: Rule<SummaryFacts>
}

const stage = ({ conditions }: SummaryFacts): string => getCondition(conditions, 'Deleted')?.reason ?? ''

/** What holds back a drain that has had its time, in a deletion that takes too long. */
function delays({ machine, deletion, clock }: SummaryFacts): readonly DelayCause[] {
  const [since, drainSince] = [machine.deletionTimestamp, deletion?.times.nodeDrainStartTime]
  if (since === undefined || drainSince === undefined || deletion?.stage.at !== 'draining') return []
  if (!isStale({ since }, clock)) return []
  return delayCausesOf(
    { since, drain: { since: drainSince, causes: causesOf(deletion.stage.outcome) } },
    clock,
  )
}

const isHeldBack = (f: SummaryFacts): boolean => delays(f).length > 0

const message =
  (type: string) =>
  ({ conditions }: SummaryFacts): string =>
    getCondition(conditions, type)?.message ?? ''
const notTrue =
  (type: string) =>
  ({ conditions }: SummaryFacts): boolean =>
    !isTrue(conditions, type)
const source = (condition: string): readonly Source[] => [{ condition }]

function isOpen({ type, negative }: ReadinessGate, { conditions }: SummaryFacts): boolean {
  return getCondition(conditions, type)?.status === (negative ? 'False' : 'True')
}

/** The first gate that keeps the Machine from being Ready, as it is reported. */
function closedGate(f: SummaryFacts): Condition | undefined {
  const gate = f.machine.spec.readinessGates.find((candidate) => !isOpen(candidate, f))
  if (gate === undefined) return undefined
  const unreported = {
    status: 'Unknown',
    reason: 'NotYetReported',
    message: `Condition ${gate.type} not yet reported`,
  } as const
  return getCondition(f.conditions, gate.type) ?? { type: gate.type, ...unreported }
}

const namesItself = ({ machine }: SummaryFacts): boolean =>
  machine.spec.readinessGates.some(({ type }) => type === 'Ready')

const stamped = (text: string): string => `${text}; ObservedGeneration=metadata.generation`

const blocks = (type: string, reason: string): Pick<ReadyRow, 'ensure' | 'transition' | 'next'> => ({
  ensure: `say what ${type} says`,
  transition: stamped(`Ready=False; Reason=${reason}; Message=<message of ${type}>`),
  next: 'none',
})

/** The document's table, row for row and in its order. */
export const readyDocument: readonly ReadyRow[] = [
  {
    guard: 'the conditions cannot be summed up: a readiness gate is named Ready',
    ensure: 'say that it is unknown',
    transition: stamped(`Ready=Unknown; Reason=InternalError; Message="${lookAtLogs}"`),
    next: 'none',
    rule: ['a readiness gate is named Ready', namesItself, Unknown('InternalError', lookAtLogs)],
  },
  {
    guard: 'the Machine is being deleted (metadata.deletionTimestamp is set)',
    ensure: 'say how far the deletion has come, in words that many Machines share',
    transition: stamped(
      'Ready=False; Reason=Deleting; Message="Machine deletion in progress, stage: <reason of Deleted>"',
    ),
    next: 'when the deletion or the drain has taken too long',
    rule: [
      'the Machine is being deleted',
      (f) => f.deleting,
      False('Deleting', (f) => `Machine deletion in progress, stage: ${stage(f)}`),
      source('Deleted'),
    ],
  },
  {
    guard:
      'being deleted for more than 15m, draining for more than 5m, held back by PodDisruptionBudgets or something else that is known',
    ensure: 'say what holds the drain back',
    transition: stamped(
      'Ready=False; Reason=Deleting; Message="Machine deletion in progress since more than 15m, stage: DrainingNode, delay likely due to PodDisruptionBudgets" (or Pods not terminating, Pod eviction errors, Pods not completed yet)',
    ),
    next: 'none',
    rule: [
      'the deletion takes more than 15m and the drain has been held back for more than 5m',
      isHeldBack,
      False(
        'Deleting',
        (f) => `Machine deletion in progress since more than 15m, stage: ${stage(f)}${delayText(delays(f))}`,
      ),
      source('Deleted'),
    ],
  },
  {
    guard: 'Updating=True',
    ...blocks('Updating', 'Updating'),
    rule: [
      'the Machine is being updated in place',
      ({ conditions }) => isTrue(conditions, 'Updating'),
      False('Updating', message('Updating')),
      source('Updating'),
    ],
  },
  {
    guard: 'BootstrapConfigReady=False or Unknown',
    ...blocks('BootstrapConfigReady', 'BootstrapConfigNotReady'),
    rule: [
      'the bootstrap config is not known to be ready',
      notTrue('BootstrapConfigReady'),
      False('BootstrapConfigNotReady', message('BootstrapConfigReady')),
      source('BootstrapConfigReady'),
    ],
  },
  {
    guard: 'InfrastructureReady=False or Unknown',
    ...blocks('InfrastructureReady', 'InfrastructureNotReady'),
    rule: [
      'the infrastructure is not known to be ready',
      notTrue('InfrastructureReady'),
      False('InfrastructureNotReady', message('InfrastructureReady')),
      source('InfrastructureReady'),
    ],
  },
  {
    guard: 'NodeHealthy=False or Unknown',
    ...blocks('NodeHealthy', 'NodeNotHealthy'),
    rule: [
      'the Node is not known to be healthy',
      notTrue('NodeHealthy'),
      False('NodeNotHealthy', message('NodeHealthy')),
      source('NodeHealthy'),
    ],
  },
  {
    guard: 'HealthCheckSucceeded is there and is not True',
    ...blocks('HealthCheckSucceeded', 'HealthCheckFailed'),
    rule: [
      'a health check failed',
      (f) =>
        getCondition(f.conditions, 'HealthCheckSucceeded') !== undefined &&
        notTrue('HealthCheckSucceeded')(f),
      False('HealthCheckFailed', message('HealthCheckSucceeded')),
      source('HealthCheckSucceeded'),
    ],
  },
  {
    guard: 'a readiness gate is False or Unknown (positive polarity), True or Unknown (negative polarity)',
    ensure: 'say what the first such gate says',
    transition: stamped('Ready=False; Reason=<reason of the gate>; Message=<message of the gate>'),
    next: 'none',
    rule: [
      'a readiness gate is closed',
      (f) => closedGate(f) !== undefined,
      False(
        (f) => closedGate(f)?.reason ?? '',
        (f) => closedGate(f)?.message ?? '',
      ),
      (f) => source(closedGate(f)?.type ?? ''),
    ],
  },
  {
    guard: 'none of the above',
    ensure: 'say that it is ready',
    transition: stamped('Ready=True; Reason=Ready; Message=""'),
    next: 'none',
    rule: ['otherwise', otherwise, True('Ready')],
  },
]

/** The order in which the rows are asked: the third is narrower than the second, which would never let it speak. */
const asked = [0, 2, 1, 3, 4, 5, 6, 7, 8, 9] as const

/** The document's Ready: one row decides, and with its own reason. */
export const ready: ConditionRules<SummaryFacts> = {
  type: 'Ready',
  rows: asked.flatMap((at) => {
    const row = readyDocument[at]
    return row === undefined ? [] : [row.rule]
  }),
}
