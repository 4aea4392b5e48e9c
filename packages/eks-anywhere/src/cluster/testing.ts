import type { SeverityCondition } from '@sitrep/conditions'
import { found, listed } from '@sitrep/status'
import { type ClusterFacts, factsOf } from './facts/facts.ts'
import { noFailure, type PassEnd } from './facts/pass.ts'
import type {
  BundlesSeen,
  ClusterObserved,
  ClusterSpec,
  CniSeen,
  ControlPlaneForEksAnywhere,
  DeploymentSeen,
  RolloutSeen,
  Treatment,
} from './types.ts'

export const now = '2026-01-01T12:00:00Z'

/** What a cluster of three control plane and two worker nodes asks for. */
export const spec: ClusterSpec = {
  kubernetesVersions: ['1.30'],
  controlPlaneCount: 3,
  upgradesInPlace: false,
  groups: [{ name: 'md-0', count: 2, autoscaling: undefined }],
  externalEtcd: false,
  externalEtcdCount: undefined,
  datacenter: { kind: 'DockerDatacenterConfig', name: 'prod' },
  machines: [],
  identityProviders: [],
  gitOps: undefined,
  cilium: {
    skipUpgrade: false,
    policyEnforcementMode: 'default',
    egressMasqueradeInterfaces: '',
    exclusive: true,
  },
  kindnetd: false,
  registryAuthenticates: false,
  managedBy: 'mgmt',
  bundles: undefined,
  eksaVersion: 'v0.20.11',
}

export const treatment: Treatment = {
  paused: false,
  managedByCommandLine: false,
  deletableWhenPaused: false,
  ciliumWasInstalled: true,
  deleting: false,
  otherFinalizers: 0,
  ownFinalizer: true,
}

export const controlPlane = (more: Partial<ControlPlaneForEksAnywhere> = {}): ControlPlaneForEksAnywhere => ({
  name: 'prod',
  current: true,
  replicas: 3,
  upToDate: 3,
  ready: 3,
  version: 'v1.30.9',
  reachedVersion: 'v1.30.9',
  available: 'True',
  componentsHealthy: 'True',
  componentsMessage: '',
  ...more,
})

export const deployment = (name: string, more: Partial<DeploymentSeen> = {}): DeploymentSeen => ({
  name,
  current: true,
  replicas: 2,
  upToDate: 2,
  ready: 2,
  autoscaled: false,
  readyStatus: undefined,
  availableStatus: 'True',
  ...more,
})

export const rollout = (image: string, more: Partial<RolloutSeen> = {}): RolloutSeen => ({
  current: true,
  desired: 2,
  ready: 2,
  images: [image],
  initImages: [],
  ...more,
})

export const agentImage = 'public.ecr.aws/isovalent/cilium:v1.16.10-eksa.1'
export const operatorImage = 'public.ecr.aws/isovalent/operator-generic:v1.16.10-eksa.1'
export const oldImage = 'public.ecr.aws/isovalent/cilium:v1.14.12-eksa.3'

/** Cilium as the release brings it. */
export const cni = (more: Partial<CniSeen> = {}): CniSeen => ({
  daemonSet: rollout(agentImage),
  operator: rollout(operatorImage),
  config: { policy: 'default', egressInterfaces: '', exclusive: 'true' },
  preflightDaemonSet: undefined,
  preflightDeployment: undefined,
  kindnetd: undefined,
  ...more,
})

export const bundles = (more: Partial<BundlesSeen> = {}): BundlesSeen => ({
  number: 84,
  signed: false,
  versions: [
    {
      kubernetesVersion: '1.30',
      distroName: 'kubernetes-1-30-eks-20',
      ciliumImage: agentImage,
      operatorImage,
    },
  ],
  ...more,
})

/** A cluster of which everything is as it should be, and whose last change was not carried out yet. */
export const observed: ClusterObserved = {
  now,
  previous: undefined,
  before: [],
  name: 'prod',
  namespace: 'team-a',
  generation: 3,
  spec,
  treatment,
  links: [
    {
      kind: 'DockerDatacenterConfig',
      name: 'prod',
      counted: true,
      found: found({ generation: 2, valid: false, failureMessage: undefined, links: [] }),
    },
  ],
  managers: listed({
    namespace: 'team-a',
    name: 'mgmt',
    managed: false,
    eksaVersion: 'v0.20.11',
    bundles: undefined,
  }),
  release: {
    eksaVersion: 'v0.20.11',
    bundlesLink: undefined,
    eksaRelease: found({ bundles: { name: 'bundles-1', namespace: 'default' } }),
    bundlesName: 'bundles-1',
    bundles: found(bundles()),
    distros: [
      {
        name: 'kubernetes-1-30-eks-20',
        found: found({ name: 'kubernetes-1-30-eks-20', kubernetesVersion: '1.30', complete: true }),
      },
    ],
  },
  registryCredentials: found(true),
  clusterApi: found({ controlPlaneName: 'prod', etcdName: undefined }),
  namedControlPlane: found(true),
  controlPlane: found(controlPlane()),
  etcd: undefined,
  deployments: listed(deployment('prod-md-0')),
  kubeconfig: found(true),
  cni: found(cni()),
  reachableMachines: listed(),
}

/** A condition in short: `condition('WorkersReady', 'False ScalingUp')`. What is False is of severity Info unless it says more. */
export function condition(type: string, says: string): SeverityCondition {
  const [status = 'True', reason, severity = status === 'False' ? 'Info' : undefined] = says.split(' ')
  return { type, status, ...(severity && { severity }), ...(reason && { reason }) } as SeverityCondition
}

const trueOnes = ['ControlPlaneInitialized', 'DefaultCNIConfigured', 'ControlPlaneReady', 'WorkersReady'].map(
  (type) => condition(type, 'True'),
)

/** The conditions with these in the place of those of their type. */
export const said = (...others: readonly SeverityCondition[]): readonly SeverityCondition[] => [
  ...trueOnes.filter(({ type }) => !others.some((other) => other.type === type)),
  ...others,
]

const done: PassEnd = { ends: 'done', failure: noFailure, cni: 'up-to-date', last: false }

/** The facts of that cluster while all of its conditions are True. */
export const steady: ClusterFacts = { ...factsOf(observed, done), said: trueOnes, before: trueOnes }

/** What a pass came to, where it differs. */
export const pass = (more: Partial<PassEnd>): PassEnd => ({ ...done, ...more })
