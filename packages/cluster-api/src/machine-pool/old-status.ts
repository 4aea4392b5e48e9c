import {
  falseSeverityCondition,
  mirrorSeverity,
  type SeverityCondition,
  trueSeverityCondition,
} from '@sitrep/conditions'
import { machinePoolKind } from '../kinds.ts'
import { refIn } from '../model/references.ts'
import { legacyStatus } from '../model/stages.ts'
import { failureIn, lastFailure, type OldFailure } from '../old-model/failure.ts'
import type { OldStatus } from '../old-model/layout.ts'
import { markOld, oldConditionsIn } from '../old-model/old-conditions.ts'
import type { PoolSteps } from './facts/facts.ts'
import type { MachinePoolObserved } from './types.ts'

const summedUp = ['BootstrapReady', 'InfrastructureReady', 'ReplicasReady']

/** What the older API says of a MachinePool, by its own rules. */
export function oldStatusOf(observed: MachinePoolObserved, steps: PoolSteps | undefined): OldStatus {
  const { previous, namespace, name, clock, before } = observed
  const marks = steps === undefined ? [] : marksOf(observed, steps)
  const ref = { ...machinePoolKind, namespace, name }
  return {
    ...(steps?.nodes.old ?? before.old),
    ...(steps === undefined ? failureIn(legacyStatus(previous)) : failureOf(observed)),
    conditions: markOld(oldConditionsIn(previous), marks, { ref, types: summedUp, now: clock.now }),
  }
}

/** The one word that scripts read. It still goes by the old counters; where nothing decides it stays. */
export function phaseOf(
  { before, desired, autoscaled }: MachinePoolObserved,
  steps: PoolSteps | undefined,
): string {
  if (steps === undefined) return 'Deleting'
  const { bootstrap, infrastructure, nodes } = steps
  if (infrastructure.provisioned && desired !== undefined) {
    const ready = nodes.old.readyReplicas ?? 0
    if (desired === ready) return 'Running'
    if (autoscaled) return 'Scaling'
    return desired > ready ? 'ScalingUp' : 'ScalingDown'
  }
  if (nodes.nodeRefs.length > 0) return 'Provisioned'
  if (bootstrap.created && !infrastructure.provisioned) return 'Provisioning'
  return before.phase ?? 'Pending'
}

function marksOf(observed: MachinePoolObserved, steps: PoolSteps): readonly SeverityCondition[] {
  return [...bootstrapMarks(observed), ...infrastructureMarks(observed), ...replicaMarks(steps)]
}

function bootstrapMarks(observed: MachinePoolObserved): readonly SeverityCondition[] {
  const { bootstrap, bootstrapRef, dataSecretName, namespace } = observed
  if (bootstrapRef === undefined)
    return dataSecretName === undefined ? [] : [trueSeverityCondition('BootstrapReady')]
  const seen = bootstrap.read ? bootstrap.item : undefined
  if (seen === undefined || seen.deleting || seen.dataSecretCreated === 'malformed') return []
  const fallback = {
    holds: seen.dataSecretCreated === true,
    reason: 'WaitingForDataSecret',
    severity: 'Info',
    message: '',
  } as const
  const source = { ...refIn(namespace, bootstrapRef), conditions: seen.oldReady ? [seen.oldReady] : [] }
  return [mirrorSeverity(source, 'BootstrapReady', fallback)?.condition ?? []].flat()
}

function infrastructureMarks(observed: MachinePoolObserved): readonly SeverityCondition[] {
  const { infrastructure, infrastructureRef, namespace } = observed
  const type = 'InfrastructureReady'
  if (!infrastructure.read || infrastructureRef === undefined) return []
  const seen = infrastructure.item
  if (seen === undefined) {
    const { kind, name } = infrastructureRef
    const message = `could not find infra reference of kind ${kind} with name ${name}`
    return [falseSeverityCondition(type, { reason: 'IncorrectExternalRef', severity: 'Error', message })]
  }
  if (seen.deleting || seen.ready === 'malformed') return []
  const fallback = {
    holds: seen.ready === true,
    reason: 'WaitingForInfrastructure',
    severity: 'Info',
    message: '',
  } as const
  const source = { ...refIn(namespace, infrastructureRef), conditions: seen.oldReady ? [seen.oldReady] : [] }
  return [mirrorSeverity(source, type, fallback)?.condition ?? []].flat()
}

function replicaMarks({ nodes }: PoolSteps): readonly SeverityCondition[] {
  if (nodes.allReady === undefined) return []
  const type = 'ReplicasReady'
  return nodes.allReady
    ? [trueSeverityCondition(type)]
    : [falseSeverityCondition(type, { reason: 'WaitingForReplicasReady', severity: 'Info' })]
}

function failureOf(observed: MachinePoolObserved): OldFailure {
  const { bootstrap, infrastructure, previous } = observed
  return lastFailure([
    failureIn(legacyStatus(previous)),
    bootstrap.read ? bootstrap.item?.failure : undefined,
    infrastructure.read ? infrastructure.item?.failure : undefined,
    lostInfrastructure(observed),
  ])
}

function lostInfrastructure(observed: MachinePoolObserved): OldFailure | undefined {
  const { infrastructure, infrastructureRef, before, namespace } = observed
  const lost =
    infrastructure.read && infrastructure.item === undefined && before.infrastructureProvisioned === true
  if (!lost || infrastructureRef === undefined) return undefined
  const what = `${infrastructureRef.kind} ${namespace}/${infrastructureRef.name}`
  return {
    failureReason: 'InvalidConfiguration',
    failureMessage: `MachinePool infrastructure resource ${what} has been deleted after being ready`,
  }
}
