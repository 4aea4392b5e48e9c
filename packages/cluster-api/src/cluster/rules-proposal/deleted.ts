import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { notSeen } from '../../proposal-rows/first-rows.ts'
import { isLeft, isUnseen, leftLines, waitFor } from '../facts/deletion.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import type { ReferredObject } from '../facts/referred-objects.ts'

const cannotRead = ({ ref }: ReferredObject<unknown>): string =>
  `${ref?.kind} cannot be read, see the log for the error`

const workersText = (f: ClusterFacts): string =>
  `Waiting for workers to be deleted:\n${leftLines(f).join('\n')}`

// biome-ignore format: the table is the specification; its columns stay aligned
export const deleted: ConditionRules<ClusterFacts> = {
  type: 'Deleted',
  rows: [
    ['nobody deletes the Cluster',        (f) => !f.deleting,                False('NotDeleted')],
    ['a hook holds the deletion back',    (f) => !f.okToDelete,              True('WaitingForBeforeDeleteHook', 'Waiting for the hook before the deletion of a Cluster')],
    notSeen,
    ['workers are left',                  (f) => leftLines(f).length > 0,    True('WaitingForWorkersDeletion', workersText)],
    ['the control plane cannot be read',  (f) => isUnseen(f.controlPlane),   True('InternalError', (f) => cannotRead(f.controlPlane))],
    ['the control plane is left',         (f) => isLeft(f.controlPlane),     True('WaitingForControlPlaneDeletion', (f) => waitFor(f.controlPlane))],
    ['the infrastructure cannot be read', (f) => isUnseen(f.infrastructure), True('InternalError', (f) => cannotRead(f.infrastructure))],
    ['the infrastructure is left',        (f) => isLeft(f.infrastructure),   True('WaitingForInfrastructureDeletion', (f) => waitFor(f.infrastructure))],
    ['otherwise',                         otherwise,                         True('DeletionCompleted')],
  ],
}
