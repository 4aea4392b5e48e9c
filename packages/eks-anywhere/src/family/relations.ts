import { clusterKind as clusterApiCluster, isClusterApiGroup } from '@sitrep/cluster-api/family'
import { kindKey, type ReadPlan, type Relation } from '@sitrep/status'
import { clusterKind, eksAnywhereGroup, systemNamespace } from '../kinds.ts'

const cluster = kindKey(clusterKind)

/** A reference to one of EKS Anywhere's own configurations, which may be left out of a bundle. */
const refers = (path: string) =>
  ({ way: 'refers', path, kind: { group: eksAnywhereGroup, kind: '' }, quiet: true }) as const

// biome-ignore format: the table is read as one; its columns stay aligned
export const relations: readonly Relation[] = [
  { of: cluster, heading: 'Datacenter',  by: refers('spec.datacenterRef') },
  { of: cluster, heading: 'Machines of', by: refers('spec.controlPlaneConfiguration.machineGroupRef') },
  { of: cluster, heading: 'Machines of', by: refers('spec.externalEtcdConfiguration.machineGroupRef') },
  { of: cluster, heading: 'Machines of', by: refers('spec.workerNodeGroupConfigurations[].machineGroupRef') },
  { of: cluster, heading: 'Cluster API', by: { way: 'namesake', kind: clusterApiCluster, namespace: systemNamespace } },
]

/** The objects of Cluster API that stand behind a cluster lie in one namespace for all of them. */
export const reads: readonly ReadPlan[] = [
  {
    of: ({ group }) => group === eksAnywhereGroup,
    within: [systemNamespace],
    reads: ({ group }) => isClusterApiGroup(group) || group === eksAnywhereGroup,
  },
]
