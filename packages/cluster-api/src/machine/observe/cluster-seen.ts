import { type Condition, getCondition } from '@sitrep/conditions'
import { at, type View } from '@sitrep/status'
import { conditionsOf } from '../../model/conditions.ts'
import { type ContractRef, contractRef } from '../../model/references.ts'
import { isClusterPaused } from '../../paused/paused.ts'

/** A Cluster as its Machines see it. */
export interface ClusterSeen {
  readonly paused: boolean
  readonly deleting: boolean
  readonly infrastructureProvisioned: boolean
  readonly controlPlaneInitialized: Condition | undefined
  readonly controlPlaneRef: ContractRef | undefined
}

export const clusterForMachine: View<ClusterSeen> = {
  name: 'clusterForMachine',
  of: (object) => ({
    paused: isClusterPaused(object),
    deleting: object.metadata.deletionTimestamp !== undefined,
    infrastructureProvisioned: at(object.status, 'initialization', 'infrastructureProvisioned') === true,
    controlPlaneInitialized: getCondition(conditionsOf(object), 'ControlPlaneInitialized'),
    controlPlaneRef: contractRef(at(object.spec, 'controlPlaneRef')),
  }),
}
