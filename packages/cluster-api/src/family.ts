import { type Family, profiles } from '@sitrep/status'
import { advice } from './family/advice.ts'
import { providerGroups } from './family/groups.ts'
import { kinds } from './family/kinds.ts'
import { knowledge } from './family/knowledge.ts'
import { knownWriters } from './family/known-writers.ts'
import { holds, leads } from './family/leads.ts'
import { reads, relations } from './family/relations.ts'
import { shardKey } from './family/shard-key.ts'
import { staleFields } from './family/stale-fields.ts'
import { ordinaryFinalizers } from './following/facts.ts'
import { clusterApiFollowing } from './following/index.ts'
import { paused } from './following/troubles.ts'
import { clusterClassKind, machineDrainRuleKind, secretKind, tellingCrd } from './kinds.ts'
import { clusterApiSettings } from './settings.ts'

// For families that stand on this one and are as light
export { isClusterApiGroup } from './family/groups.ts'
export { clusterKind, tellingCrd } from './kinds.ts'

/** What Sitrep knows of Cluster API. */
export const clusterApiFamily: Family = {
  name: 'cluster-api',
  title: 'Cluster API',
  profiles,
  settings: clusterApiSettings,
  kinds,
  profileToldBy: tellingCrd,
  parts: async () => (await import('./parts.ts')).parts,
  knowledge,
  advice,
  leads,
  holds,
  relations,
  reads,
  follows: clusterApiFollowing,
  staleFields,
  writers: knownWriters,
  ordinaryFinalizers,
  paused,
  shardKey,
  rights: {
    groups: providerGroups,
    why: 'control planes, and the objects of providers: each brings kinds of its own, so only their groups are known',
    reasons: [
      [
        secretKind,
        'kubeconfigs of workload clusters, the certificates with which their etcd is asked, and whether other certificates are there; no rule can name them, for their names follow from the Clusters’. Asked for by their types, or by a name that an object gives',
      ],
    ],
    plurals: [
      [secretKind, 'secrets'],
      [clusterClassKind, 'clusterclasses'],
      [machineDrainRuleKind, 'machinedrainrules'],
    ],
  },
}
