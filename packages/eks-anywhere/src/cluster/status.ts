import { compareSeverityConditions } from '@sitrep/cluster-api'
import { defineStatus, type Profile, type StatusDefinition } from '@sitrep/status'
import { clusterKind } from '../kinds.ts'
import { clusterColumns } from './columns.ts'
import { computeCluster } from './compute.ts'
import { observeCluster } from './observe/observe.ts'
import { proposalCluster } from './rules-proposal/language.ts'
import { releasedCluster } from './rules-released/language.ts'
import { clusterStatusSchema } from './schema.ts'
import { type Cluster, type ClusterObserved, type ClusterStatus, types } from './types.ts'

const languages = { released: releasedCluster, proposal: proposalCluster }

// The document has an order of its own, and what others say follows as it comes.
const orders = { released: compareSeverityConditions, proposal: 'unsorted' } as const

// What one language alone has is taken away by the other.
const owns = Object.values(clusterStatusSchema)
  .flatMap(({ properties }) => Object.keys(properties))
  .filter((name) => name !== 'conditions')

/** The status of a Cluster of EKS Anywhere in the chosen language. */
export function clusterStatus(profile: Profile): StatusDefinition<Cluster, ClusterObserved, ClusterStatus> {
  const language = languages[profile]
  return defineStatus({
    kind: clusterKind,
    observe: observeCluster,
    compute: computeCluster(language),
    columns: clusterColumns,
    rules: [{ tables: language.tables }],
    onFailure: types.ready,
    order: orders[profile],
    owns,
  })
}
