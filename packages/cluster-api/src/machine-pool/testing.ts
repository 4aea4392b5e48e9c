import { found, listed } from '@sitrep/status'
import { ago, clock, condition, machine } from '../machines-of/testing.ts'
import type { MachinePoolFacts } from './facts/facts.ts'
import type {
  BootstrapForPool,
  InfrastructureForPool,
  MachinePoolObserved,
  ProviderForPool,
} from './types.ts'

const provider: ProviderForPool = {
  controller: undefined,
  deleting: false,
  conditions: { valid: true, conditions: [condition('Ready', 'True')] },
  oldReady: undefined,
  failure: { failureReason: undefined, failureMessage: undefined },
}

export const bootstrap = (more: Partial<BootstrapForPool> = {}): BootstrapForPool => ({
  ...provider,
  dataSecretCreated: true,
  hasSecretName: true,
  ...more,
})

export const infrastructure = (more: Partial<InfrastructureForPool> = {}): InfrastructureForPool => ({
  ...provider,
  ready: true,
  provisioned: true,
  providerIDs: ['i-0', 'i-1'],
  replicas: 2,
  machineKind: { text: 'AWSMachine' },
  ...more,
})

/** A pool of two Machines, both well. */
export const observed: MachinePoolObserved = {
  namespace: 'team-a',
  name: 'pool',
  uid: 'pool-1',
  generation: 2,
  previous: undefined,
  before: {
    bootstrapCreated: undefined,
    infrastructureProvisioned: undefined,
    replicas: undefined,
    nodeRefs: [],
    phase: undefined,
    old: { readyReplicas: undefined, availableReplicas: undefined, unavailableReplicas: undefined },
  },
  clock,
  clusterFound: true,
  controlPlaneInitialized: true,
  probe: { lastProbeTime: ago(5), lastProbeSuccessTime: ago(5), consecutiveFailures: 0 },
  paused: { kind: 'MachinePool', clusterPaused: false, annotated: false },
  deletedAt: undefined,
  nodeDeletionTimeout: 0,
  desired: 2,
  minReadySeconds: 0,
  autoscaled: false,
  bootstrapRef: { group: 'bootstrap.cluster.x-k8s.io', kind: 'KubeadmConfig', name: 'pool' },
  dataSecretName: undefined,
  bootstrap: found(bootstrap()),
  infrastructureRef: { group: 'infrastructure.cluster.x-k8s.io', kind: 'AWSMachinePool', name: 'pool' },
  infrastructure: found(infrastructure()),
  providerIDs: ['i-0', 'i-1'],
  machines: listed(machine('a'), machine('b')),
  saidOnMachines: [],
  nodes: listed(),
}

export const steady: MachinePoolFacts = {
  observed,
  clock,
  listed: true,
  machines: [machine('a'), machine('b')],
  deleting: false,
  desired: 2,
  current: 2,
  available: 2,
  bootstrapped: true,
  provisioned: true,
}
