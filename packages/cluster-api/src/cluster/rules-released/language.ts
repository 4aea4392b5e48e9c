import { type ConditionRules, False, otherwise, True } from '@sitrep/conditions'
import { lookAtLogs } from '../../machines-of/facts.ts'
import { isLeft, isUnseen, leftLines, waitFor } from '../facts/deletion.ts'
import type { ClusterFacts } from '../facts/facts.ts'
import type { ClusterLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import { available } from './available.ts'
import { controlPlaneInitialized } from './control-plane-initialized.ts'
import {
  controlPlaneMachinesReady,
  controlPlaneMachinesUpToDate,
  remediating,
  workerMachinesReady,
  workerMachinesUpToDate,
} from './machines.ts'
import { rollingOut, scalingDown, scalingUp, workersAvailable } from './merged.ts'
import { controlPlaneAvailable, infrastructureReady } from './referred-object.ts'
import { remoteConnectionProbe } from './remote-connection-probe.ts'

const internalError = True<ClusterFacts>('InternalError', lookAtLogs)

// biome-ignore format: the table is the specification; its columns stay aligned
const deleting: ConditionRules<ClusterFacts> = {
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

const tables: readonly ConditionRules<ClusterFacts>[] = [
  remoteConnectionProbe,
  infrastructureReady,
  controlPlaneAvailable,
  controlPlaneInitialized,
  workersAvailable,
  controlPlaneMachinesReady,
  workerMachinesReady,
  controlPlaneMachinesUpToDate,
  workerMachinesUpToDate,
  rollingOut,
  scalingUp,
  scalingDown,
  remediating,
  deleting,
]

/** Byte for byte what Cluster API v1.14 writes. */
export const releasedCluster: ClusterLanguage = {
  tables,
  available,
  write: writeReleased,
  needsClass: true,
  waitsForReferences: true,
}
