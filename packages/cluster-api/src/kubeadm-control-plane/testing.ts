import type { Condition, ConditionStatus } from '@sitrep/conditions'
import { found, listed, missing } from '@sitrep/status'
import { ago, clock, condition, now, machine as plainMachine } from '../machines-of/testing.ts'
import type { ControlPlaneFacts } from './facts/facts.ts'
import type { JudgedMachine } from './facts/machines.ts'
import type { PassFacts } from './facts/pass.ts'
import {
  type ControlPlaneMachineSeen,
  type ControlPlaneNode,
  type ControlPlaneObserved,
  type ControlPlaneSpec,
  components,
  type EtcdMember,
  type MachineObserved,
  type StaticPod,
} from './types.ts'

const infrastructure = 'infrastructure.cluster.x-k8s.io'

export const spec = (more: Partial<ControlPlaneSpec> = {}): ControlPlaneSpec => ({
  replicas: 3,
  version: 'v1.34.1',
  infrastructureRef: { group: infrastructure, kind: 'DockerMachineTemplate', name: 'prod-cp' },
  kubeadmConfigSpec: {},
  etcdManaged: true,
  rolloutAfter: undefined,
  certificatesExpiryDays: 0,
  rollingUpdate: true,
  ...more,
})

/** A Machine of a control plane as it is seen: on a Node of its own name, with the wanted version. */
export const seen = (name: string, more: Partial<ControlPlaneMachineSeen> = {}): ControlPlaneMachineSeen => ({
  ...plainMachine(name),
  ref: { group: 'cluster.x-k8s.io', kind: 'Machine', namespace: 'team-a', name },
  generation: 1,
  specVersion: 'v1.34.1',
  kubeletVersion: 'v1.34.1',
  providerID: `docker:////${name}`,
  failureDomain: '',
  infrastructureRef: { group: infrastructure, kind: 'DockerMachine', name },
  configRef: { group: 'bootstrap.cluster.x-k8s.io', kind: 'KubeadmConfig', name },
  wantsTaint: false,
  certificatesExpiryDate: undefined,
  markedForDeletion: false,
  updatingMessage: '',
  oldReady: undefined,
  remediationFor: undefined,
  ...more,
})

export const node = (name: string, more: Partial<ControlPlaneNode> = {}): ControlPlaneNode => ({
  name,
  createdAt: ago(3_600),
  labelled: true,
  tainted: true,
  unreachable: false,
  ready: true,
  readyUnknown: false,
  ...more,
})

/** The static Pod of a component on a Node, running and ready. */
export const pod = (component: string, on: string, more: Partial<StaticPod> = {}): StaticPod => ({
  name: `${component}-${on}`,
  phase: 'Running',
  scheduled: true,
  initialized: true,
  ready: true,
  containers: [],
  ...more,
})

const joined = {
  clusterConfiguration: { featureGates: { ControlPlaneKubeletLocalMode: true } },
  joinConfiguration: { controlPlane: {} },
}

/** A Machine with all that is judged together with it, and everything well. */
export const observedMachine = (
  name: string,
  {
    seen: own,
    ...more
  }: Partial<Omit<MachineObserved, 'seen'>> & {
    readonly seen?: Partial<ControlPlaneMachineSeen>
  } = {},
): MachineObserved => ({
  seen: seen(name, own),
  before: [],
  infrastructure: found({ contract: 'v1beta2', object: { name: undefined, groupKind: undefined } }),
  config: found(joined),
  node: found(node(name)),
  pods: listed(...components.map((component) => pod(component.name, name))),
  ...more,
})

/** A Machine that has no Node yet. */
export const arriving = (name: string, own: Partial<ControlPlaneMachineSeen> = {}): MachineObserved =>
  observedMachine(name, {
    seen: { nodeName: undefined, kubeletVersion: '', ...own },
    node: undefined,
    pods: undefined,
  })

export const leavingSince = (seconds: number): Pick<ControlPlaneMachineSeen, 'deletion'> => ({
  deletion: { since: ago(seconds) },
})

export const member = (name: string, more: Partial<EtcdMember> = {}): EtcdMember => ({
  id: `1${name}`,
  name,
  learner: false,
  alarms: [],
  ...more,
})

/** These members, as etcd names them. */
export const membersAre = (...list: readonly EtcdMember[]): PassFacts['members'] => ({
  members: 'known',
  list,
})

const healthTypes = [...components.map((component) => component.condition), 'EtcdMemberHealthy']

/** What was said of a control plane before. */
export const said = (...conditions: readonly Condition[]): Partial<ControlPlaneObserved> => ({
  previous: { ...steadyObserved.previous, conditions },
})

const machines = ['a', 'b', 'c'].map((name) => observedMachine(name))

const steadyObserved: ControlPlaneObserved = {
  now,
  controlPlane: {
    ref: {
      group: 'controlplane.cluster.x-k8s.io',
      kind: 'KubeadmControlPlane',
      namespace: 'team-a',
      name: 'prod-cp',
    },
    uid: 'uid-prod-cp',
    generation: 2,
    deleting: false,
    paused: false,
    remediationInProgress: undefined,
    spec: spec(),
    workload: 'team-a/prod',
    clusterName: 'prod',
  },
  previous: {
    conditions: ['Initialized', 'ControlPlaneComponentsHealthy', 'EtcdClusterHealthy', 'Available'].map(
      (type) => condition(type, 'True'),
    ),
    initialized: true,
    version: 'v1.34.1',
    lastRemediation: undefined,
    observedGeneration: 2,
    old: { conditions: [], failureReason: undefined, failureMessage: undefined },
  },
  previousStatus: {},
  cluster: missing,
  machines: listed(...machines),
  template: undefined,
  certificates: [],
  etcdKeyless: false,
  probe: { lastProbeTime: ago(5), lastProbeSuccessTime: ago(5), consecutiveFailures: 0 },
  kubeadmConfigMap: undefined,
  nodes: listed(...machines.map(({ seen: { name } }) => node(name))),
  etcd: missing,
  workers: undefined,
}

/** A pass over a control plane of three that may look at everything and finds it well. */
export function pass({
  observed,
  ...more
}: Partial<Omit<PassFacts, 'observed'>> & {
  readonly observed?: Partial<ControlPlaneObserved>
} = {}): PassFacts {
  return {
    observed: { ...steadyObserved, ...observed },
    spec: spec(),
    version: { major: '1', minor: '34', patch: '1', prerelease: [], build: [] },
    clock,
    cluster: {
      paused: false,
      infrastructureProvisioned: true,
      hasEndpoint: true,
      topologyVersion: undefined,
      upgradeStep: undefined,
      failureDomains: [],
    },
    deleting: false,
    machines,
    listed: true,
    probe: { lastProbeTime: ago(5), lastProbeSuccessTime: ago(5), consecutiveFailures: 0 },
    reached: true,
    gate: 'open',
    members: membersAre(...machines.map(({ seen: { name } }) => member(name))),
    match: { matching: true, strangers: [] },
    templateMissing: false,
    templateIrrelevant: false,
    certificates: { certificates: 'available' },
    ...more,
  }
}

/** A Machine after its control plane had its say: all well, apart from what is named. */
export function judged(
  name: string,
  { conditions = [], ...more }: Partial<ControlPlaneMachineSeen> = {},
): JudgedMachine {
  const types = conditions.map(({ type }) => type)
  const well = ['Ready', 'Available', 'UpToDate', ...healthTypes].filter((type) => !types.includes(type))
  return {
    ...seen(name, more),
    conditions: [...well.map((type) => condition(type, 'True')), ...conditions],
  }
}

/** One that says something bad of one of its components. */
export const ailing = (
  name: string,
  type: string,
  { status = 'False', ...more }: Partial<Condition> & { readonly status?: ConditionStatus } = {},
): JudgedMachine => judged(name, { conditions: [condition(type, status, more)] })

/** The Machines of a control plane, wherever its rules look for them. */
export const of = (
  ...list: readonly JudgedMachine[]
): Pick<ControlPlaneFacts, 'judged' | 'machines' | 'current'> => ({
  judged: list,
  machines: list,
  current: list.length,
})

const three = ['a', 'b', 'c'].map((name) => judged(name))

/** A control plane of three, all well. */
export const steady: ControlPlaneFacts = {
  pass: pass(),
  ...of(...three),
  clock,
  deleting: false,
  etcdManaged: true,
  desired: 3,
  initialized: true,
  initializationUnread: false,
  conditions: [
    condition('CertificatesAvailable', 'True'),
    condition('Initialized', 'True', { lastTransitionTime: ago(3_600) }),
  ],
  preflight: {},
}
