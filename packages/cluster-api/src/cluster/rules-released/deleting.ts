import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import type { ClusterFacts, ReferredObject } from '../facts.ts'
import { leftLines } from '../left.ts'

const isLeft = ({ state }: ReferredObject<unknown>): boolean => state === 'found'
const isUnseen = ({ state, ref }: ReferredObject<unknown>): boolean => state === 'unseen' && ref !== undefined
const waitFor = ({ ref }: ReferredObject<unknown>): string => `Waiting for ${ref?.kind} to be deleted`

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
