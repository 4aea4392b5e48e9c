import type { Column } from '@sitrep/status'
import { age, field, wide } from '../columns/column.ts'

const cluster = field('Cluster', 'string', '.spec.clusterName')
const phase = field('Phase', 'string', '.status.phase')
const templateVersion = field('Version', 'string', '.spec.template.spec.version')
const count = (name: string, path: string): Column => field(name, 'integer', path)
const desired = wide(count('Desired', '.spec.replicas'))
const replicas = count('Replicas', '.status.replicas')
const ready = count('Ready', '.status.readyReplicas')
const updated = count('Updated', '.status.updatedReplicas')
const unavailable = count('Unavailable', '.status.unavailableReplicas')

/** What `kubectl get` prints of v1beta1, in both languages: the older API as it always was. */
export const olderColumns: Readonly<Record<string, readonly Column[]>> = {
  Machine: [
    cluster,
    field('NodeName', 'string', '.status.nodeRef.name'),
    field('ProviderID', 'string', '.spec.providerID'),
    phase,
    age,
    field('Version', 'string', '.spec.version'),
  ],
  MachineSet: [
    cluster,
    desired,
    replicas,
    ready,
    count('Available', '.status.availableReplicas'),
    age,
    templateVersion,
  ],
  MachineDeployment: [cluster, desired, replicas, ready, updated, unavailable, phase, age, templateVersion],
  MachinePool: [cluster, desired, replicas, phase, age, templateVersion],
  KubeadmControlPlane: [
    field('Cluster', 'string', ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']"),
    field('Initialized', 'boolean', '.status.initialized'),
    field('API Server Available', 'boolean', '.status.ready'),
    desired,
    replicas,
    ready,
    updated,
    unavailable,
    age,
    field('Version', 'string', '.spec.version'),
  ],
  Cluster: [
    field('ClusterClass', 'string', '.spec.topology.class'),
    phase,
    age,
    field('Version', 'string', '.spec.topology.version'),
  ],
  MachineHealthCheck: [
    cluster,
    count('ExpectedMachines', '.status.expectedMachines'),
    field('MaxUnhealthy', 'string', '.spec.maxUnhealthy'),
    count('CurrentHealthy', '.status.currentHealthy'),
    age,
  ],
}
