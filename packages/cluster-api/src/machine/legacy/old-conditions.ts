import {
  mirrorSeverity,
  type SeverityCondition,
  setSeverityCondition,
  summarizeSeverity,
  trueSeverityCondition,
} from '@sitrep/conditions'
import type { MachineFacts } from '../facts.ts'
import { bootstrapObject, type FoundObject, infrastructureObject } from '../rules/provider-ready.ts'
import { oldDeletionConditions } from './old-deletion.ts'
import { oldNodeHealthy } from './old-node-healthy.ts'

/** The old conditions after a pass: decided by the old rules, never from the new conditions. */
export function oldConditions(f: MachineFacts): readonly SeverityCondition[] {
  const marks = [
    ...oldBootstrapReady(f),
    ...oldInfrastructureReady(f),
    ...oldNodeHealthy(f),
    ...oldDeletionConditions(f),
  ]
  const stamp = { now: f.clock.now }
  let conditions = f.observed.previous.legacy.conditions
  for (const mark of marks) conditions = setSeverityCondition(conditions, mark, stamp)
  return setSeverityCondition(conditions, oldReady(f, conditions), stamp)
}

function oldBootstrapReady(f: MachineFacts): readonly SeverityCondition[] {
  const object = bootstrapObject(f)
  if (object === undefined) return []
  if (f.machine.spec.dataSecretName !== undefined) return [trueSeverityCondition('BootstrapReady')]
  return oldMirror(object, { target: 'BootstrapReady', waiting: 'WaitingForDataSecret', facts: f })
}

function oldInfrastructureReady(f: MachineFacts): readonly SeverityCondition[] {
  const object = infrastructureObject(f)
  if (object === undefined) return []
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
): readonly SeverityCondition[] {
  const done = seen.done[contract]
  if (done === 'malformed') return []
  const reason = facts.deleting ? 'Deleting' : waiting
  const fallback = { holds: done === true, reason, severity: 'Info', message: '' } as const
  const source = { ...ref, conditions: seen.legacyReady === undefined ? [] : [seen.legacyReady] }
  const mirrored = mirrorSeverity(source, target, fallback)
  return mirrored === undefined ? [] : [mirrored.condition]
}

function oldReady(
  { machine, deleting, infrastructure }: MachineFacts,
  conditions: readonly SeverityCondition[],
): SeverityCondition | undefined {
  const types = [
    'InfrastructureReady',
    'BootstrapReady',
    'HealthCheckSucceeded',
    'OwnerRemediated',
    'DrainingSucceeded',
  ]
  return summarizeSeverity(
    { ...machine.ref, conditions },
    {
      types,
      stepCounter: !deleting && infrastructure.providerID === '',
      stepCounterOnlyIf: ['BootstrapReady', 'InfrastructureReady'],
    },
  )?.condition
}
