import { type Family, profiles } from '@sitrep/status'
import { advice } from './family/advice.ts'
import { providerGroups } from './family/groups.ts'
import { kinds } from './family/kinds.ts'
import { knowledge } from './family/knowledge.ts'
import { reads, relations } from './family/relations.ts'
import { shardKey } from './family/shard-key.ts'
import { clusterApiFollowing, ordinaryFinalizers, paused } from './following/index.ts'
import { clusterClassKind, machineDrainRuleKind, secretKind, tellingDefinition } from './kinds.ts'

// For families that stand on this one and are as light
export { isClusterApiGroup } from './family/groups.ts'
export { clusterKind, tellingDefinition } from './kinds.ts'

/** What Sitrep knows of Cluster API. */
export const clusterApiFamily: Family = {
  name: 'cluster-api',
  title: 'Cluster API',
  profiles,
  kinds,
  profileToldBy: tellingDefinition,
  parts: async () => (await import('./parts.ts')).parts,
  knowledge,
  advice,
  relations,
  reads,
  follows: clusterApiFollowing,
  ordinaryFinalizers,
  paused,
  shardKey,
  rights: {
    groups: providerGroups,
    why: 'control planes, and the objects of providers: each brings kinds of its own, so only their groups are known',
    reasons: [
      [
        secretKind,
        'kubeconfigs of workload clusters, the certificates with which their etcd is asked, and whether other certificates are there; no rule can name them, for their names follow from the Clusters’',
      ],
    ],
    plurals: [
      [secretKind, 'secrets'],
      [clusterClassKind, 'clusterclasses'],
      [machineDrainRuleKind, 'machinedrainrules'],
    ],
  },
}
