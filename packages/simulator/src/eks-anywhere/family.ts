import { daemonSetKind } from '@sitrep/cluster-api/kinds'
import {
  bundlesKind,
  clusterKind,
  deploymentKind,
  distroGroup,
  eksAnywhereGroup,
  etcdGroup,
  systemNamespace,
} from '@sitrep/eks-anywhere/kinds'
import { type ClusterName, groupOf, type KubeObject } from '@sitrep/status'
import { concern as concernBelow } from '../cluster-api/concern.ts'
import type { SimulatedFamily } from '../simulated-family.ts'
import type { Concern } from '../world/concern.ts'
import type { Resource } from '../world/resource.ts'
import { planEksAnywhere } from './plan/clusters.ts'
import { planInstallation } from './plan/releases.ts'
import { scenario } from './scenario.ts'

const daemonSets: Resource = { ...daemonSetKind, version: 'v1', plural: 'daemonsets', namespaced: true }
const deployments: Resource = { ...deploymentKind, version: 'v1', plural: 'deployments', namespaced: true }

// Only EKS Anywhere brings a CNI that is simulated; all others are spared the watches.
const within = (cluster: ClusterName): boolean => cluster.startsWith(`${systemNamespace}/`)

/** Clusters of EKS Anywhere: what its controllers make of them are Clusters of Cluster API. */
export const eksAnywhere: SimulatedFamily = {
  name: 'eks-anywhere',
  groups: [eksAnywhereGroup, distroGroup, etcdGroup],
  workload: [
    { resource: daemonSets, within },
    { resource: deployments, within },
  ],
  concern,
  planners: [planEksAnywhere],
  // Whoever brings EKS Anywhere to a cluster brings its releases with it, before there is a cluster that asks for one.
  installation: { kind: bundlesKind, plan: planInstallation },
  scenario,
}

/** A Cluster is part of the life of what is made of it. What clusters refer to lies beside them, and what is made of them lies elsewhere. */
function concern(object: KubeObject): Concern | undefined {
  const { apiVersion, kind, metadata } = object
  if (groupOf(apiVersion) !== eksAnywhereGroup) return undefined
  if (kind === clusterKind.kind) return { cluster: `${systemNamespace}/${metadata.name}` }
  return concernBelow(object) ?? { namespace: systemNamespace }
}
