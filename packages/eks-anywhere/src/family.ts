import { clusterKind as clusterApiCluster, isClusterApiGroup, tellingCrd } from '@sitrep/cluster-api/family'
import {
  type AdviceTable,
  type Family,
  type KindKnowledge,
  type KubeObject,
  kindKey,
  type Lead,
  type ObjectRef,
  profiles,
  type ReadPlan,
  type Relation,
  refOf,
} from '@sitrep/status'
import { eksAnywhereFollowing, ordinaryFinalizers, paused } from './following/index.ts'
import {
  annotations,
  clusterKind,
  distroGroup,
  eksAnywhereGroup,
  skipReason,
  systemNamespace,
} from './kinds.ts'

/** EKS Anywhere: conditions with severities, and failure fields that count even beside a Ready condition. */
const knowledge: readonly KindKnowledge[] = [
  {
    source: 'EKS Anywhere, docs/content/en/docs/clustermgmt/cluster-status and pkg/api/v1alpha1',
    group: eksAnywhereGroup,
    kinds: ['Cluster'],
    contract: 'EKS Anywhere v1alpha1',
    needs: ['Ready'],
    conditions: { Ready: 'whole', ControlPlaneInitialized: 'step' },
    reasons: { [skipReason]: 'none' },
    pausedBy: { [annotations.paused]: ['true'] },
    skip: ['status.clusterCertificateInfo'],
  },
  {
    source: 'EKS Anywhere, pkg/api/v1alpha1: configurations are only referred to',
    group: eksAnywhereGroup,
    kinds: [
      'AWSIamConfig',
      'Bundles',
      'CloudStackMachineConfig',
      'DockerDatacenterConfig',
      'EKSARelease',
      'FluxConfig',
      'GitOpsConfig',
      'NutanixMachineConfig',
      'OIDCConfig',
      'SnowMachineConfig',
      'TinkerbellMachineConfig',
      'VSphereMachineConfig',
    ],
    quiet: true,
  },
  {
    source: 'EKS Distro, release/v1alpha1: a list of what to install',
    group: distroGroup,
    kinds: ['Release'],
    quiet: true,
  },
  { source: 'EKS Anywhere, pkg/api/v1alpha1', group: eksAnywhereGroup, severities: true },
]

// biome-ignore format: the table is read as one; its columns stay aligned
const advice: AdviceTable = {
  of: ({ group }) => group === eksAnywhereGroup,
  rows: [
    ['Cluster', 'ControlPlaneInitialized', '*', 'The first control plane machine has not come up: look at the Cluster API objects of the same name in namespace eksa-system.'],
    ['Cluster', 'ControlPlaneReady', '*',       'Control plane machines are missing, old or not ready: look at the KubeadmControlPlane of the same name in namespace eksa-system.'],
    ['Cluster', 'DefaultCNIConfigured', '*',    'The network plugin is not in place: look at the Cilium Pods in kube-system of the cluster, and at spec.clusterNetwork.cniConfig.'],
    ['Cluster', 'WorkersReady', '*',            'Workers are missing, old or not ready: look at the MachineDeployments of the cluster in namespace eksa-system.'],
    ['Cluster', 'Paused', '*',                  'Somebody paused it with the annotation anywhere.eks.amazonaws.com/paused: nothing is done until that is removed.'],
    ['Cluster', '*', '*',                       'Look at status.failureReason and status.failureMessage of the cluster, then at the log of eksa-controller-manager in namespace eksa-system.'],
  ],
}

const cluster = kindKey(clusterKind)

const isCluster = (object: KubeObject): boolean => kindKey(refOf(object)) === cluster
const below = { way: 'namesake', kind: clusterApiCluster, namespace: systemNamespace } as const

// biome-ignore format: the table is read as one; its columns stay aligned
/** A cluster follows from the Cluster API objects that stand behind it. */
const leads: readonly Lead[] = [
  { of: isCluster, types: 'Ready', only: 'reported',     by: { way: 'itself' }, to: ['ControlPlaneInitialized', 'ControlPlaneReady', 'DefaultCNIConfigured', 'WorkersReady'] },
  { of: isCluster, types: 'Ready',                       by: below, to: ['Available'] },
  { of: isCluster, types: 'Ready',                       by: below, onward: { way: 'refers', path: 'spec.infrastructureRef' }, to: ['Ready'] },
  { of: isCluster, types: 'ControlPlaneInitialized|ControlPlaneReady', by: below, to: ['ControlPlaneInitialized', 'ControlPlaneAvailable', 'ControlPlaneReady', 'InfrastructureReady'] },
  { of: isCluster, types: 'ControlPlaneReady|WorkersReady', by: below, to: ['ScalingUp=True', 'ScalingDown=True', 'RollingOut=True', 'UpToDate'] },
  { of: isCluster, types: 'WorkersReady',                by: below, to: ['WorkersAvailable'] },
  { of: isCluster, types: 'DefaultCNIConfigured|WorkersReady', by: { way: 'itself' }, to: ['ControlPlaneInitialized'] },
  { of: isCluster, types: 'DefaultCNIConfigured', reasons: 'InternalError', by: below, to: ['RemoteConnectionProbe', 'ControlPlaneProbe'] },
]

/** A reference to one of EKS Anywhere's own configurations, which may be left out of a bundle. */
const refers = (path: string) =>
  ({ way: 'refers', path, kind: { group: eksAnywhereGroup, kind: '' }, quiet: true }) as const

// biome-ignore format: the table is read as one; its columns stay aligned
const relations: readonly Relation[] = [
  { of: cluster, heading: 'Datacenter',  by: refers('spec.datacenterRef') },
  { of: cluster, heading: 'Machines of', by: refers('spec.controlPlaneConfiguration.machineGroupRef') },
  { of: cluster, heading: 'Machines of', by: refers('spec.externalEtcdConfiguration.machineGroupRef') },
  { of: cluster, heading: 'Machines of', by: refers('spec.workerNodeGroupConfigurations[].machineGroupRef') },
  { of: cluster, heading: 'Cluster API', by: { way: 'namesake', kind: clusterApiCluster, namespace: systemNamespace } },
]

/** The objects of Cluster API that stand behind a cluster lie in one namespace for all of them. */
const reads: readonly ReadPlan[] = [
  {
    of: ({ group }) => group === eksAnywhereGroup,
    within: [systemNamespace],
    reads: ({ group }) => isClusterApiGroup(group) || group === eksAnywhereGroup,
  },
]

/** What Sitrep knows of EKS Anywhere. */
export const eksAnywhereFamily: Family = {
  name: 'eks-anywhere',
  title: 'EKS Anywhere',
  profiles,
  kinds: [{ kind: clusterKind, shortNames: ['cl'], versionAt: 'spec.kubernetesVersion' }],
  // Its status follows from that of Cluster API, so it speaks the same language.
  profileToldBy: tellingCrd,
  parts: async () => (await import('./parts.ts')).parts,
  knowledge,
  advice: [advice],
  leads,
  relations,
  reads,
  follows: eksAnywhereFollowing,
  ordinaryFinalizers,
  paused,
  // It is computed from the Cluster API objects of the same name, which lie in one namespace for all.
  shardKey: (ref) => (isOwnCluster(ref) ? `${systemNamespace}/${ref.name}` : undefined),
  // Each is asked by those that it manages how it is meant to be.
  readFor: (ref) => (isOwnCluster(ref) ? 'every' : undefined),
}

const isOwnCluster = ({ group, kind, namespace }: ObjectRef): boolean =>
  group === eksAnywhereGroup && kind === clusterKind.kind && namespace !== undefined
