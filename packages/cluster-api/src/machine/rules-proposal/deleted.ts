import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { drainingNode } from '../../deletion-delay/deletion-progress.ts'
import { firstNames } from '../../shorten.ts'
import type { MachineFacts } from '../facts/facts.ts'
import {
  at,
  bootstrapLeft,
  drainText,
  hooksHolding,
  infrastructureLeft,
  volumesText,
} from '../rules/deletion.ts'

const node = ({ nodeName }: MachineFacts): string => `Node ${nodeName}`
const hooks = (f: MachineFacts): string => firstNames(hooksHolding(f))

function drain(f: MachineFacts): string {
  const stage = f.deletion?.stage
  return stage?.at === 'draining' ? drainText(`${node(f)} is being drained:`, stage.outcome, firstNames) : ''
}

function volumes(f: MachineFacts): string {
  const stage = f.deletion?.stage
  return stage?.at === 'volumes'
    ? volumesText(`${node(f)} still has volumes:`, stage.volumes, firstNames)
    : ''
}

function drainFailure(f: MachineFacts): string {
  const stage = f.deletion?.stage
  return stage?.at === 'drain-failed' ? `${node(f)} cannot be drained: ${stage.why}` : ''
}

const log = 'see the log for the error'

/** The document's Deleted: the Machine is on its way out, and the reason says how far. */
// biome-ignore format: the table is the specification; its columns stay aligned
export const deleted: ConditionRules<MachineFacts> = {
  type: 'Deleted',
  rows: [
    ['nobody deletes the Machine',                        (f) => !f.deleting,         False('NotDeleted')],
    ['it cannot be told whether the Node may be deleted', at('unclear'),              True('InternalError', `It cannot be told whether the Node may be deleted, ${log}`)],
    ['somebody asked to wait before the drain',           at('pre-drain-hook'),       True('WaitingForPreDrainHook', (f) => `Waiting for pre-drain hooks to be removed: ${hooks(f)}`)],
    ['the drain fails',                                   at('drain-failed'),         True(drainingNode, drainFailure)],
    ['the Node is being drained',                         at('draining'),             True(drainingNode, drain)],
    ['it cannot be told whether volumes are attached',    at('volumes-unclear'),      True('WaitingForVolumeDetach', (f) => `It cannot be told which volumes ${node(f)} still has, ${log}`)],
    ['volumes are attached to the Node',                  at('volumes'),              True('WaitingForVolumeDetach', volumes)],
    ['somebody asked to wait before the machine goes',    at('pre-terminate-hook'),   True('WaitingForPreTerminateHook', (f) => `Waiting for pre-terminate hooks to be removed: ${hooks(f)}`)],
    ['the infrastructure is still there',                 at('infrastructure'),       True('WaitingForInfrastructureDeletion', infrastructureLeft)],
    ['the bootstrap config is still there',               at('bootstrap'),            True('WaitingForBootstrapDeletion', bootstrapLeft)],
    ['the Node cannot be deleted',                        at('node-deletion-failed'), True('DeletingNode', (f) => `${node(f)} cannot be deleted, the workload cluster does not answer`)],
    ['all is done',                                       otherwise,                  True('DeletionCompleted')],
  ],
}
