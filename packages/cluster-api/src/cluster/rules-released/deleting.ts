import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { isLeft, isUnseen, leftLines, waitFor } from '../facts/deletion.ts'
import type { ClusterFacts } from '../facts/facts.ts'

const internalError = True<ClusterFacts>('InternalError', lookAtLogs)

// biome-ignore format: the table is the specification; its columns stay aligned
export const deleting: ConditionRules<ClusterFacts> = {
  type: 'Deleting',
  rows: [
    ['nobody deletes the Cluster',           (f) => !f.deleting,                 False('NotDeleting')],
    ['a hook holds the deletion back',       (f) => !f.okToDelete,               True('WaitingForBeforeDeleteHook', 'Waiting for BeforeClusterDelete hook')],
    ['what is left cannot be listed',        (f) => !f.listed,                   internalError],
    ['workers are left',                     (f) => leftLines(f).length > 0,     True('WaitingForWorkersDeletion', (f) => leftLines(f).join('\n'))],
    ['the control plane cannot be read',     (f) => isUnseen(f.controlPlane),    internalError],
    ['the control plane is left',            (f) => isLeft(f.controlPlane),      True('WaitingForControlPlaneDeletion', (f) => waitFor(f.controlPlane))],
    ['the infrastructure cannot be read',    (f) => isUnseen(f.infrastructure),  internalError],
    ['the infrastructure is left',           (f) => isLeft(f.infrastructure),    True('WaitingForInfrastructureDeletion', (f) => waitFor(f.infrastructure))],
    ['otherwise',                            otherwise,                          True('DeletionCompleted', 'Deletion completed')],
  ],
}
