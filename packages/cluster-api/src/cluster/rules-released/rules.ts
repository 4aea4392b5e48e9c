import type { ConditionRules } from '@sitrep/conditions'
import type { ClusterFacts } from '../facts.ts'
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

/** All that a released Cluster says before `Available`, which rests on the rest, in the order in which it is decided. */
export const releasedRules: readonly ConditionRules<ClusterFacts>[] = [
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
