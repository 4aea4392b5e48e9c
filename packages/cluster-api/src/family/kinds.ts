import { type CounterField, type DescribedKinds, type FamilyKind, groupOf } from '@sitrep/status'
import {
  clusterKind,
  kubeadmControlPlaneKind,
  machineDeploymentKind,
  machineHealthCheckKind,
  machineKind,
  machinePoolKind,
  machineSetKind,
} from '../kinds.ts'
import { isClusterApiGroup } from './groups.ts'

/** Whatever is of Cluster API's groups: providers bring kinds of any name, and all print their state in columns of their own. */
const everyKind: DescribedKinds = {
  described: 'kind of Cluster API',
  serves: ({ group }) => isClusterApiGroup(group),
  recognises: ({ apiVersion }) => isClusterApiGroup(groupOf(apiVersion)),
}

const counted = [
  ['available', 'availableReplicas'],
  ['ready', 'readyReplicas'],
  ['up to date', 'upToDateReplicas'],
] as const

const counters = (what: string, status: string, want: string): readonly CounterField[] =>
  counted.map(([words, field]) => ({ name: `${what} ${words}`, have: `${status}.${field}`, want }))

const ofReplicas = counters('Replicas', 'status', 'spec.replicas')
const ofCluster = [
  ...counters('Control plane', 'status.controlPlane', 'status.controlPlane.desiredReplicas'),
  ...counters('Workers', 'status.workers', 'status.workers.desiredReplicas'),
]

const inTemplate = 'spec.template.spec.version'

export const kinds: readonly FamilyKind[] = [
  { kind: clusterKind, shortNames: ['cl'], versionAt: 'spec.topology.version', counters: ofCluster },
  { kind: kubeadmControlPlaneKind, shortNames: ['kcp'], counters: ofReplicas },
  { kind: machineDeploymentKind, shortNames: ['md'], versionAt: inTemplate, counters: ofReplicas },
  { kind: machinePoolKind, shortNames: ['mp'], versionAt: inTemplate, counters: ofReplicas },
  { kind: machineSetKind, shortNames: ['ms'], versionAt: inTemplate, counters: ofReplicas },
  { kind: machineKind, shortNames: ['ma'] },
  { kind: machineHealthCheckKind, shortNames: ['mhc'] },
  { kind: everyKind, columnsTell: true },
]
