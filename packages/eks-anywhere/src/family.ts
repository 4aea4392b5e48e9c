import { tellingDefinition } from '@sitrep/cluster-api/family'
import { type Family, profiles } from '@sitrep/status'
import { advice } from './family/advice.ts'
import { knowledge } from './family/knowledge.ts'
import { reads, relations } from './family/relations.ts'
import { eksAnywhereFollowing, ordinaryFinalizers, paused } from './following/index.ts'
import { clusterKind, eksAnywhereGroup } from './kinds.ts'

/** What Sitrep knows of EKS Anywhere. */
export const eksAnywhereFamily: Family = {
  name: 'eks-anywhere',
  title: 'EKS Anywhere',
  profiles,
  kinds: [{ kind: clusterKind, shortNames: ['cl'], versionAt: 'spec.kubernetesVersion' }],
  // Its status follows from that of Cluster API, so it speaks the same language.
  profileToldBy: tellingDefinition,
  parts: async () => (await import('./parts.ts')).parts,
  knowledge,
  advice,
  relations,
  reads,
  follows: eksAnywhereFollowing,
  ordinaryFinalizers,
  paused,
  shardKey: ({ group, kind, namespace, name }) =>
    group === eksAnywhereGroup && kind === clusterKind.kind && namespace !== undefined
      ? `${namespace}/${name}`
      : undefined,
}
