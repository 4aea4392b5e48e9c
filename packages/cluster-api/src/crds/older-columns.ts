import { ageColumn, type Column, fieldColumn, wideColumn } from '@sitrep/status'

const cluster = fieldColumn('Cluster', 'string', '.spec.clusterName')
const phase = fieldColumn('Phase', 'string', '.status.phase')
const templateVersion = fieldColumn('Version', 'string', '.spec.template.spec.version')
const count = (name: string, path: string): Column => fieldColumn(name, 'integer', path)
const desired = wideColumn(count('Desired', '.spec.replicas'))
const replicas = count('Replicas', '.status.replicas')
const ready = count('Ready', '.status.readyReplicas')
const updated = count('Updated', '.status.updatedReplicas')
const unavailable = count('Unavailable', '.status.unavailableReplicas')

/** What `kubectl get` prints of v1beta1, in both languages: the older API as it always was. */
export const olderColumns: Readonly<Record<string, readonly Column[]>> = {
  Machine: [
    cluster,
    fieldColumn('NodeName', 'string', '.status.nodeRef.name'),
    fieldColumn('ProviderID', 'string', '.spec.providerID'),
    phase,
    ageColumn,
    fieldColumn('Version', 'string', '.spec.version'),
  ],
  MachineSet: [
    cluster,
    desired,
    replicas,
    ready,
    count('Available', '.status.availableReplicas'),
    ageColumn,
    templateVersion,
  ],
  MachineDeployment: [
    cluster,
    desired,
    replicas,
    ready,
    updated,
    unavailable,
    phase,
    ageColumn,
    templateVersion,
  ],
  MachinePool: [cluster, desired, replicas, phase, ageColumn, templateVersion],
  KubeadmControlPlane: [
    fieldColumn('Cluster', 'string', ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']"),
    fieldColumn('Initialized', 'boolean', '.status.initialized'),
    fieldColumn('API Server Available', 'boolean', '.status.ready'),
    desired,
    replicas,
    ready,
    updated,
    unavailable,
    ageColumn,
    fieldColumn('Version', 'string', '.spec.version'),
  ],
  Cluster: [
    fieldColumn('ClusterClass', 'string', '.spec.topology.class'),
    phase,
    ageColumn,
    fieldColumn('Version', 'string', '.spec.topology.version'),
  ],
  MachineHealthCheck: [
    cluster,
    count('ExpectedMachines', '.status.expectedMachines'),
    fieldColumn('MaxUnhealthy', 'string', '.spec.maxUnhealthy'),
    count('CurrentHealthy', '.status.currentHealthy'),
    ageColumn,
  ],
}
