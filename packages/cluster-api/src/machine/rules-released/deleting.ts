import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { drainingNode } from '../../deletion-delay/deletion-progress.ts'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { shorten } from '../../shorten.ts'
import { printTime } from '../../time/longer-than.ts'
import type { MachineFacts } from '../facts/facts.ts'
import {
  at,
  bootstrapLeft,
  drainText,
  hooksHolding,
  infrastructureLeft,
  volumesText,
} from '../rules/deletion.ts'

const hooks = (f: MachineFacts): string => hooksHolding(f).join(',')

function drain({ deletion }: MachineFacts): string {
  if (deletion?.stage.at !== 'draining') return ''
  const since = deletion.times.nodeDrainStartTime ?? ''
  return drainText(
    `Drain not completed yet (started at ${printTime(since)}):`,
    deletion.stage.outcome,
    (names) => shorten(names, 3),
  )
}

function volumes({ deletion }: MachineFacts): string {
  if (deletion?.stage.at !== 'volumes') return ''
  const since = deletion.times.waitForNodeVolumeDetachStartTime ?? ''
  return volumesText(
    `Waiting for Node volumes to be detached (started at ${printTime(since)})`,
    deletion.stage.volumes,
    (names) => shorten(names, 5),
  )
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const deleting: ConditionRules<MachineFacts> = {
  type: 'Deleting',
  rows: [
    ['nobody deletes the Machine',                               (f) => !f.deleting,         False('NotDeleting')],
    ['it cannot be told whether the Node may be deleted',        at('unclear'),              True('InternalError', lookAtLogs)],
    ['somebody asked to wait before the drain',                  at('pre-drain-hook'),       True('WaitingForPreDrainHook', (f) => `Waiting for pre-drain hooks to succeed (hooks: ${hooks(f)})`)],
    ['the drain fails',                                          at('drain-failed'),         True(drainingNode, 'Error draining Node, please check controller logs for errors')],
    ['the Node is being drained',                                at('draining'),             True(drainingNode, drain)],
    ['it cannot be told whether volumes are attached',           at('volumes-unclear'),      True('WaitingForVolumeDetach', 'Error waiting for volumes to be detached from Node, please check controller logs for errors')],
    ['volumes are attached to the Node',                         at('volumes'),              True('WaitingForVolumeDetach', volumes)],
    ['somebody asked to wait before the machine goes',           at('pre-terminate-hook'),   True('WaitingForPreTerminateHook', (f) => `Waiting for pre-terminate hooks to succeed (hooks: ${hooks(f)})`)],
    ['the infrastructure is still there',                        at('infrastructure'),       True('WaitingForInfrastructureDeletion', infrastructureLeft)],
    ['the bootstrap config is still there',                      at('bootstrap'),            True('WaitingForBootstrapDeletion', bootstrapLeft)],
    ['the Node cannot be deleted',                               at('node-deletion-failed'), True('DeletingNode', 'Error deleting Node, please check controller logs for errors')],
    ['all is done',                                              otherwise,                  True('DeletionCompleted', 'Deletion completed')],
  ],
}
