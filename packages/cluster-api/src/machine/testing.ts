import type { Condition } from '@sitrep/conditions'
import { found, listed, type Reading } from '@sitrep/status'
import type { Probe } from '../connection/probe.ts'
import { ago, condition, now } from '../machines-of/testing.ts'
import type { Contract, Spoken } from '../provider-object/contract.ts'
import { minutes } from '../time/longer-than.ts'
import { type MachineFacts, machineFacts, type SummaryFacts } from './facts/facts.ts'
import { templateFields } from './observe/template-fields.ts'
import type {
  BootstrapForMachine,
  ClusterForMachine,
  DeletionObserved,
  DeletionTimes,
  DrainObserved,
  InfrastructureForMachine,
  MachineDeploymentForMachine,
  MachineItself,
  MachineObserved,
  MachinePrevious,
  MachineSetForMachine,
  MachineSpec,
  NodeCondition,
  NodeConditionType,
  NodeInDeletion,
  NodeSeen,
  OwnerSeen,
  PodOnNode,
  ProviderForMachine,
  TemplateFields,
} from './types.ts'

/** A reference of the Machine under test to one of its provider's objects. */
const refTo = (group: string, kind: string) => ({ group: `${group}.cluster.x-k8s.io`, kind, name: 'w' })

export const spec = (more: Partial<MachineSpec> = {}): MachineSpec => ({
  clusterName: 'prod',
  version: 'v1.34.1',
  providerID: 'docker:////w',
  failureDomain: '',
  configRef: refTo('bootstrap', 'KubeadmConfig'),
  dataSecretName: 'w',
  infrastructureRef: refTo('infrastructure', 'DockerMachine'),
  minReadySeconds: 0,
  readinessGates: [],
  timeouts: { drain: 0, volumeDetach: 0, nodeDeletion: 0 },
  ...more,
})

export const seen = (more: Partial<MachineItself> = {}): MachineItself => ({
  ref: { group: 'cluster.x-k8s.io', kind: 'Machine', namespace: 'team-a', name: 'w' },
  generation: 1,
  labels: {},
  annotations: {},
  deletionTimestamp: undefined,
  spec: spec(),
  controlled: true,
  workload: 'team-a/prod',
  ...more,
})

export const previous = (more: Partial<MachinePrevious> = {}): MachinePrevious => ({
  conditions: [condition('NodeReady', 'True'), condition('NodeHealthy', 'True')],
  bootstrapDataSecretCreated: true,
  infrastructureProvisioned: true,
  nodeName: 'w',
  nodeInfo: undefined,
  addresses: undefined,
  failureDomain: undefined,
  certificatesExpiryDate: undefined,
  deletion: {},
  observedGeneration: 1,
  old: {
    phase: undefined,
    lastUpdated: undefined,
    failureReason: undefined,
    failureMessage: undefined,
    conditions: [],
  },
  ...more,
})

/** Nothing has happened so far. */
export const fresh: MachinePrevious = previous({
  conditions: [],
  bootstrapDataSecretCreated: false,
  infrastructureProvisioned: false,
  nodeName: undefined,
})

export const cluster = (more: Partial<ClusterForMachine> = {}): Reading<ClusterForMachine> =>
  found({
    paused: false,
    deleting: false,
    infrastructureProvisioned: true,
    controlPlaneInitialized: condition('ControlPlaneInitialized', 'True', { lastTransitionTime: ago(7_200) }),
    controlPlaneRef: undefined,
    ...more,
  })

const provider: ProviderForMachine = {
  apiVersion: 'v1beta2',
  deleting: false,
  conditions: { valid: true, conditions: [condition('Ready', 'True', { reason: 'Ready' })] },
  oldReady: undefined,
  owners: [],
  failureReason: undefined,
  failureMessage: undefined,
  done: { v1beta1: true, v1beta2: true },
}

export const saying = (...conditions: readonly Condition[]): Pick<ProviderForMachine, 'conditions'> => ({
  conditions: { valid: true, conditions },
})
export const undone: Pick<ProviderForMachine, 'done'> = { done: { v1beta1: false, v1beta2: false } }

export const bootstrap = (
  more: Partial<BootstrapForMachine> = {},
  contract: Contract = 'v1beta2',
): Reading<Spoken<BootstrapForMachine>> =>
  found({
    contract,
    object: { ...provider, dataSecretName: { text: 'w' }, certificatesExpiry: undefined, ...more },
  })

export const infrastructure = (
  more: Partial<InfrastructureForMachine> = {},
  contract: Contract = 'v1beta2',
): Reading<Spoken<InfrastructureForMachine>> =>
  found({
    contract,
    object: {
      ...provider,
      providerID: { text: 'docker:////w' },
      addresses: undefined,
      specFailureDomain: undefined,
      failureDomain: undefined,
      interruptible: undefined,
      ...more,
    },
  })

const well: Readonly<Record<NodeConditionType, NodeCondition>> = {
  Ready: { status: 'True', message: 'kubelet is ready', lastTransitionTime: ago(900) },
  MemoryPressure: { status: 'False', message: '' },
  DiskPressure: { status: 'False', message: '' },
  PIDPressure: { status: 'False', message: '' },
}

export const node = (conditions: NodeSeen['conditions'] = {}, kubeletVersion = 'v1.34.1'): NodeSeen => ({
  name: 'w',
  providerID: 'docker:////w',
  conditions: { ...well, ...conditions },
  nodeInfo: { kubeletVersion },
})

export const template = (more: object = {}): TemplateFields =>
  templateFields({ spec: { version: 'v1.34.1', ...more } })

export const machineSet = (more: Partial<MachineSetForMachine> = {}): MachineSetForMachine => ({
  name: 'prod-md-abc',
  createdAt: ago(3_600),
  deploymentName: 'prod-md',
  template: template(),
  minReadySeconds: undefined,
  ...more,
})

export const machineDeployment = (
  more: Partial<MachineDeploymentForMachine> = {},
): MachineDeploymentForMachine => ({
  template: template(),
  rolloutAfter: undefined,
  minReadySeconds: undefined,
  ...more,
})

/** The Machine comes from a MachineDeployment. */
export const madeBy = (
  deployment: Reading<MachineDeploymentForMachine> = found(machineDeployment()),
): OwnerSeen => ({ owner: 'deployment', name: 'prod-md', set: machineSet(), deployment })

export const probe = (more: Partial<Probe> = {}): Probe => ({
  lastProbeSuccessTime: ago(5),
  consecutiveFailures: 0,
  ...more,
})

/** A Machine with all that it rests on, all of it well. */
export const observed = (more: Partial<MachineObserved> = {}): MachineObserved => ({
  now,
  machine: seen(),
  previous: previous(),
  previousStatus: {},
  spoken: [],
  cluster: cluster(),
  owner: madeBy(),
  bootstrap: bootstrap(),
  infrastructure: infrastructure(),
  probe: probe(),
  nodes: listed(node()),
  deletion: undefined,
  ...more,
})

export const facts = (more: Partial<MachineObserved> = {}): MachineFacts =>
  machineFacts(observed(more), 5 * minutes)

/** The same, once all conditions but the summary have been decided. */
export const summed = (
  more: Partial<MachineObserved>,
  ...conditions: readonly Condition[]
): SummaryFacts => ({
  ...facts(more),
  conditions,
})

type Left = Partial<Omit<DeletionObserved, 'drain'> & Omit<DrainObserved, 'nodes'> & NodeInDeletion>

/** What is seen of a Machine whose Node is empty. */
const deletionSeen = (more: Left = {}): DeletionObserved => {
  const seen = {
    controlPlane: undefined,
    controlPlaneMachines: listed('cp'),
    name: 'w',
    node: found({ unreachable: false, volumesAttached: [] }),
    pods: listed<PodOnNode>(),
    attachments: listed<never>(),
    rules: listed<never>(),
    clusterLabels: {},
    volumes: listed<never>(),
    ...more,
  }
  return { ...seen, drain: { ...seen, nodes: [seen] } }
}

export interface Leaving extends Partial<Omit<MachineObserved, 'machine' | 'deletion'>> {
  /** For so many seconds. */
  readonly since?: number
  readonly machine?: Partial<MachineItself>
  readonly deletion?: Left
  readonly times?: DeletionTimes
}

/** The same Machine, while it is being deleted. */
export const leaving = ({
  since = 60,
  machine,
  deletion,
  times = {},
  ...more
}: Leaving = {}): MachineObserved =>
  observed({
    machine: seen({ deletionTimestamp: ago(since), ...machine }),
    deletion: deletionSeen(deletion),
    previous: previous({ deletion: times }),
    ...more,
  })

export const pod = (name: string, more: Partial<PodOnNode> = {}): PodOnNode => ({
  namespace: 'shop',
  name,
  labels: {},
  phase: 'Running',
  mirror: false,
  controller: { kind: 'ReplicaSet', name: 'web' },
  deletionTimestamp: undefined,
  claims: [],
  namespaceLabels: {},
  namespaceTerminating: false,
  daemonSet: undefined,
  blockedBy: undefined,
  ...more,
})

/** Pods on the Node of a Machine that is being deleted. */
export const holding = (...pods: readonly PodOnNode[]): Left => ({ pods: listed(...pods) })

export const budget = { name: 'web', desiredHealthy: 2, currentHealthy: 2 }
