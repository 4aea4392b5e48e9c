import type { ConditionRules } from '@sitrep/conditions'
import type { ClusterFacts } from '../facts/facts.ts'
import type { ClusterLanguage } from '../language.ts'
import { writeReleased } from '../layout.ts'
import { available } from './available.ts'
import { controlPlaneInitialized } from './control-plane-initialized.ts'
import { deleting } from './deleting.ts'
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
