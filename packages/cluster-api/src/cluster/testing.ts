import { ago, clock, condition, machine } from '../machines-of/testing.ts'
import type { ClusterFacts } from './facts/facts.ts'
import type { ReferredObject } from './facts/referred-objects.ts'
import type { ControlPlaneForCluster, InfrastructureForCluster, WorkerGroup } from './types.ts'

const infrastructureRef = { group: 'infrastructure.cluster.x-k8s.io', kind: 'DockerCluster', name: 'prod' }
const controlPlaneRef = {
  group: 'controlplane.cluster.x-k8s.io',
  kind: 'KubeadmControlPlane',
  name: 'prod-cp',
}
const noFailure = { failureReason: undefined, failureMessage: undefined }

export const infrastructure = (
  more: Partial<InfrastructureForCluster> = {},
): ReferredObject<InfrastructureForCluster> => ({
  state: 'found',
  ref: infrastructureRef,
  seen: {
    contract: 'v1beta2',
    controller: undefined,
    deleting: false,
    provisioned: true,
    hasEndpoint: true,
    failureDomains: [],
    conditions: { valid: true, conditions: [condition('Ready', 'True')] },
    oldReady: undefined,
    failure: noFailure,
    ...more,
  },
})

export const controlPlane = (
  more: Partial<ControlPlaneForCluster> = {},
): ReferredObject<ControlPlaneForCluster> => ({
  state: 'found',
  ref: controlPlaneRef,
  seen: {
    contract: 'v1beta2',
    controller: undefined,
    deleting: false,
    initialized: true,
    hasEndpoint: true,
    desired: 3,
    replicas: 3,
    ready: 3,
    available: 3,
    unavailable: undefined,
    upToDate: 3,
    versions: undefined,
    conditions: { valid: true, conditions: [condition('Available', 'True')] },
    oldReady: undefined,
    failure: noFailure,
    ...more,
  },
})

export const gone = {
  infrastructure: { state: 'missing', ref: infrastructureRef },
  controlPlane: { state: 'missing', ref: controlPlaneRef },
} as const

export const unseen = {
  infrastructure: { state: 'unseen', ref: infrastructureRef },
  controlPlane: { state: 'unseen', ref: controlPlaneRef },
} as const

/** Nobody is referred to. */
export const none = { state: 'unseen', ref: undefined } as const

export function group(kind: string, name: string, more: Partial<WorkerGroup> = {}): WorkerGroup {
  return {
    group: 'cluster.x-k8s.io',
    kind,
    namespace: 'team-a',
    name,
    owners: [],
    deleting: false,
    desired: 3,
    counts: { replicas: 3, readyReplicas: 3, availableReplicas: 3, upToDateReplicas: 3, versions: [] },
    conditions: [
      condition('Available', 'True'),
      condition('RollingOut', 'False'),
      condition('ScalingUp', 'False'),
      condition('ScalingDown', 'False'),
    ],
    ...more,
  }
}

const three = { desiredReplicas: 3, replicas: 3, readyReplicas: 3, availableReplicas: 3, upToDateReplicas: 3 }

/** A Cluster of three and three, all well. */
export const steady: ClusterFacts = {
  namespace: 'team-a',
  clock,
  deleting: false,
  hasTopology: false,
  okToDelete: true,
  initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true },
  awaitsReferences: false,
  failureDomains: [],
  hasEndpoint: true,
  failed: false,
  infrastructure: infrastructure(),
  controlPlane: controlPlane(),
  previous: [],
  probe: { lastProbeTime: ago(5), lastProbeSuccessTime: ago(5), consecutiveFailures: 0 },
  gracePeriodMs: 50_000,
  listed: true,
  machineDeployments: [group('MachineDeployment', 'md')],
  machineSets: [],
  standaloneSets: [],
  machinePools: [],
  controlPlaneMachines: [machine('cp')],
  workerMachines: [machine('w')],
  standaloneMachines: [],
  counts: { controlPlane: three, workers: three },
}
