import { groupOf, kindKey, type ReadPlan, type Relation } from '@sitrep/status'
import {
  clusterKind,
  kubeadmControlPlaneKind,
  labels,
  machineDeploymentKind,
  machineKind,
  machinePoolKind,
  machineSetKind,
  nodeKind,
} from '../kinds.ts'
import { isClusterApiGroup } from './groups.ts'

const machines = { way: 'owns', kinds: [machineKind] } as const
const workers = [machineDeploymentKind, machinePoolKind, machineSetKind, machineKind]
const cluster = kindKey(clusterKind)
const machine = kindKey(machineKind)
const pool = kindKey(machinePoolKind)

// biome-ignore format: the table is read as one; its columns stay aligned
export const relations: readonly Relation[] = [
  { of: cluster,                          heading: 'Infrastructure', by: { way: 'refers', path: 'spec.infrastructureRef' } },
  { of: cluster,                          heading: 'Control plane',  by: { way: 'refers', path: 'spec.controlPlaneRef' } },
  { of: cluster,                          heading: 'Workers', together: true, by: { way: 'labelled', label: labels.clusterName, kinds: workers } },
  { of: kindKey(machineDeploymentKind),   by: machines },
  { of: kindKey(machineSetKind),          by: machines },
  { of: pool,                             by: machines },
  { of: pool,                             heading: 'Infrastructure', only: 'root', by: { way: 'refers', path: 'spec.template.spec.infrastructureRef' } },
  { of: machine,                          heading: 'Bootstrap',      only: 'root', by: { way: 'refers', path: 'spec.bootstrap.configRef' } },
  { of: machine,                          heading: 'Infrastructure', only: 'root', by: { way: 'refers', path: 'spec.infrastructureRef' } },
  { of: machine,                          only: 'root', by: { way: 'refers', path: 'status.nodeRef', kind: nodeKind, remote: 'spec.clusterName', quiet: true } },
  { of: kindKey(kubeadmControlPlaneKind), by: machines },
]

/** Everything of a cluster lies in its namespace, and carries its name. */
export const reads: readonly ReadPlan[] = [
  {
    of: ({ group }) => isClusterApiGroup(group),
    within: 'own',
    reads: ({ group }) => isClusterApiGroup(group),
    // Providers' objects carry the name of their Cluster too, so that thousands of others need not be read.
    labelSelector: ({ apiVersion, kind, metadata }) =>
      kind === clusterKind.kind && groupOf(apiVersion) === clusterKind.group
        ? `${labels.clusterName}=${metadata.name}`
        : undefined,
  },
]
