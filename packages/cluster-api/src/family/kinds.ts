import { type DescribedKinds, type FamilyKind, groupOf } from '@sitrep/status'
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

const inTemplate = 'spec.template.spec.version'

export const kinds: readonly FamilyKind[] = [
  { kind: clusterKind, shortNames: ['cl'], versionAt: 'spec.topology.version' },
  { kind: kubeadmControlPlaneKind, shortNames: ['kcp'] },
  { kind: machineDeploymentKind, shortNames: ['md'], versionAt: inTemplate },
  { kind: machinePoolKind, shortNames: ['mp'], versionAt: inTemplate },
  { kind: machineSetKind, shortNames: ['ms'], versionAt: inTemplate },
  { kind: machineKind, shortNames: ['ma'] },
  { kind: machineHealthCheckKind, shortNames: ['mhc'] },
  { kind: everyKind, columnsTell: true },
]
