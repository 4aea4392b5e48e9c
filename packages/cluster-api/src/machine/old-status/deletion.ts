import {
  falseSeverityCondition,
  hasCondition,
  type SeverityCondition,
  trueSeverityCondition,
} from '@sitrep/conditions'
import { isConnected } from '../../connection/probe.ts'
import { shorten } from '../../shorten.ts'
import { printTime } from '../../time/longer-than.ts'
import type { DeletionLook } from '../facts/deletion/stage.ts'
import type { MachineFacts } from '../facts/facts.ts'
import { drainText } from '../rules/deletion.ts'

const oldDeleted = (type: string): SeverityCondition =>
  falseSeverityCondition(type, { reason: 'Deleted', severity: 'Info' })

/** The steps of a deletion in the old words; nothing of a Machine that nobody deletes. */
export function oldDeletionConditions(f: MachineFacts): readonly SeverityCondition[] {
  const { deletion } = f
  if (deletion === undefined || deletion.stage.at === 'unclear') return []
  return [...(deletion.nodeAllowed ? nodeSteps(f, deletion) : []), ...machineSteps(f, deletion)]
}

const hook = (type: string): SeverityCondition =>
  falseSeverityCondition(type, { reason: 'WaitingExternalHook', severity: 'Info' })

function nodeSteps(f: MachineFacts, deletion: DeletionLook): readonly SeverityCondition[] {
  const { stage, drained, detached } = deletion
  if (stage.at === 'pre-drain-hook') return [hook('PreDrainDeleteHookSucceeded')]
  return [
    trueSeverityCondition('PreDrainDeleteHookSucceeded'),
    ...(drained === 'skipped' ? [] : drainSteps(f, deletion)),
    ...(detached === undefined || detached === 'skipped' ? [] : volumeSteps(f, deletion)),
  ]
}

function drainSteps(
  { nodeName }: MachineFacts,
  { stage, drained, times }: DeletionLook,
): readonly SeverityCondition[] {
  const type = 'DrainingSucceeded'
  if (drained === 'done') return [trueSeverityCondition(type)]
  if (stage.at === 'draining') {
    const heading = `Drain not completed yet (started at ${printTime(times.nodeDrainStartTime ?? '')}):`
    return [
      falseSeverityCondition(type, {
        reason: 'Draining',
        severity: 'Info',
        message: drainText(heading, stage.outcome, (names) => shorten(names, 3)),
      }),
    ]
  }
  const why = stage.at === 'drain-failed' ? `failed to drain Node ${nodeName}: ${stage.why}` : ''
  return [falseSeverityCondition(type, { reason: 'DrainingFailed', severity: 'Warning', message: why })]
}

function volumeSteps({ observed }: MachineFacts, { detached }: DeletionLook): readonly SeverityCondition[] {
  const type = 'VolumeDetachSucceeded'
  if (detached === 'done') return [trueSeverityCondition(type)]
  if (hasCondition(observed.previous.old.conditions, type)) return []
  const message = 'Waiting for node volumes to be detached'
  return [falseSeverityCondition(type, { reason: 'WaitingForVolumeDetach', severity: 'Info', message })]
}

function machineSteps(
  { machine, observed }: MachineFacts,
  { stage, nodeAllowed }: DeletionLook,
): readonly SeverityCondition[] {
  switch (stage.at) {
    case 'pre-terminate-hook':
      return [hook('PreTerminateDeleteHookSucceeded')]
    case 'infrastructure':
      return [trueSeverityCondition('PreTerminateDeleteHookSucceeded')]
    case 'bootstrap':
      return [trueSeverityCondition('PreTerminateDeleteHookSucceeded'), oldDeleted('InfrastructureReady')]
    case 'node-deletion-failed':
    case 'completed':
      return [
        trueSeverityCondition('PreTerminateDeleteHookSucceeded'),
        oldDeleted('InfrastructureReady'),
        ...(machine.spec.configRef === undefined ? [] : [oldDeleted('BootstrapReady')]),
        ...(nodeAllowed && !isConnected(observed.probe) ? [deletionFailed] : []),
      ]
    default:
      return []
  }
}

const deletionFailed: SeverityCondition = falseSeverityCondition('NodeHealthy', {
  reason: 'DeletionFailed',
  severity: 'Warning',
})
