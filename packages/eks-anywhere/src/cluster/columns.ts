import { age, condition, field, wide } from '@sitrep/cluster-api'
import type { Column } from '@sitrep/status'

/** What a person sees of a Cluster in a line. The released definition prints nothing but name and age. */
export const clusterColumns: readonly Column[] = [
  condition('Ready', 'Ready'),
  condition('Control Plane', 'ControlPlaneReady'),
  condition('Workers', 'WorkersReady'),
  condition('CNI', 'DefaultCNIConfigured'),
  field('Failure', 'string', '.status.failureReason'),
  field('Version', 'string', '.spec.kubernetesVersion'),
  age,
  wide(field('EKS-A', 'string', '.spec.eksaVersion')),
  wide(field('Management', 'string', '.spec.managementCluster.name')),
  wide(field('Message', 'string', '.status.conditions[?(@.type=="Ready")].message')),
]
