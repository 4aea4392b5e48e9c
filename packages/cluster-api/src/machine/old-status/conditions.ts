import {
  getCondition,
  mirrorSeverity,
  type SeverityCondition,
  setSeverityConditions,
  summarizeSeverity,
  trueSeverityCondition,
} from '@sitrep/conditions'
import { compareSeverityConditions } from '../../model/condition-order.ts'
import { oldWordsFor } from '../../old-model/spoken.ts'
import type { MachineFacts } from '../facts/facts.ts'
import type { FoundObject } from '../facts/provider-objects.ts'
import { oldDeletionConditions } from './deletion.ts'
import { oldNodeHealthy } from './node-healthy.ts'

const none: readonly SeverityCondition[] = Object.freeze([])

/** The old conditions after a pass: decided by the old rules, never from the new conditions. */
export function oldConditions(f: MachineFacts): readonly SeverityCondition[] {
  const stamp = { now: f.clock.now, order: compareSeverityConditions }
  const own = [oldBootstrapReady(f), oldInfrastructureReady(f), oldNodeHealthy(f)]
  const known = setSeverityConditions(f.observed.previous.old.conditions, own, stamp)
  const more = f.deleting || f.observed.spoken.length > 0
  const marks = more ? [...spokenMarks(f, known), ...oldDeletionConditions(f)] : none
  const conditions = setSeverityConditions(known, marks, stamp)
  return setSeverityConditions(conditions, [oldReady(f, conditions)], stamp)
}

/** What others say on the Machine, in the old words. Who was told to replace it is not told again while that is under way. */
function spokenMarks(
  { observed, nodeName }: MachineFacts,
  before: readonly SeverityCondition[],
): readonly SeverityCondition[] {
  return observed.spoken.flatMap((condition) => {
    const mark = oldWordsFor(condition, nodeName)
    const underWay = getCondition(before, 'OwnerRemediated')?.status === 'False'
    return mark === undefined || (mark.type === 'OwnerRemediated' && underWay) ? [] : [mark]
  })
}

const bootstrapReady: SeverityCondition = trueSeverityCondition('BootstrapReady')

function oldBootstrapReady(f: MachineFacts): SeverityCondition | undefined {
  const object = f.found.bootstrap
  if (object === undefined) return undefined
  if (f.machine.spec.dataSecretName !== undefined) return bootstrapReady
  return oldMirror(object, { target: 'BootstrapReady', waiting: 'WaitingForDataSecret', facts: f })
}

function oldInfrastructureReady(f: MachineFacts): SeverityCondition | undefined {
  const object = f.found.infrastructure
  if (object === undefined) return undefined
  return oldMirror(object, { target: 'InfrastructureReady', waiting: 'WaitingForInfrastructure', facts: f })
}

interface OldMirror {
  readonly target: string
  /** The reason while the provider has not done its part. */
  readonly waiting: string
  readonly facts: MachineFacts
}

function oldMirror(
  { ref, contract, seen }: FoundObject,
  { target, waiting, facts }: OldMirror,
): SeverityCondition | undefined {
  const done = seen.done[contract]
  if (done === 'malformed') return undefined
  const reason = facts.deleting ? 'Deleting' : waiting
  const fallback = { holds: done === true, reason, severity: 'Info', message: '' } as const
  const source = { ...ref, conditions: seen.oldReady === undefined ? [] : [seen.oldReady] }
  return mirrorSeverity(source, target, fallback)?.condition
}

const summedUp = [
  'InfrastructureReady',
  'BootstrapReady',
  'HealthCheckSucceeded',
  'OwnerRemediated',
  'DrainingSucceeded',
]

function oldReady(
  { machine, deleting, infrastructure }: MachineFacts,
  conditions: readonly SeverityCondition[],
): SeverityCondition | undefined {
  return summarizeSeverity(
    { ...machine.ref, conditions },
    {
      types: summedUp,
      stepCounter: !deleting && infrastructure.providerID === '',
      stepCounterOnlyIf: ['BootstrapReady', 'InfrastructureReady'],
    },
  )?.condition
}
