import { ageColumn, type Column, conditionColumn, fieldColumn, wideColumn } from '@sitrep/status'

/** What a person sees of a Cluster in a line. The released CRD prints nothing but name and age. */
export const clusterColumns: readonly Column[] = [
  conditionColumn('Ready', 'Ready'),
  conditionColumn('Control Plane', 'ControlPlaneReady'),
  conditionColumn('Workers', 'WorkersReady'),
  conditionColumn('CNI', 'DefaultCNIConfigured'),
  fieldColumn('Failure', 'string', '.status.failureReason'),
  fieldColumn('Version', 'string', '.spec.kubernetesVersion'),
  ageColumn,
  wideColumn(fieldColumn('EKS-A', 'string', '.spec.eksaVersion')),
  wideColumn(fieldColumn('Management', 'string', '.spec.managementCluster.name')),
  wideColumn(fieldColumn('Message', 'string', '.status.conditions[?(@.type=="Ready")].message')),
]
