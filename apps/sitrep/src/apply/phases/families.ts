import { groupOf, type KubeObject } from '@sitrep/status'
import { clusterApiPhases, isInitialized } from './cluster-api.ts'
import { clusterApiTroubles } from './cluster-api-troubles.ts'
import { isTrue } from './conditions.ts'
import { eksAnywherePhases } from './eks-anywhere.ts'
import { eksAnywhereTroubles } from './eks-anywhere-troubles.ts'
import { type ClusterFacts, type Phase, type PhaseRule, phasesOf } from './phase.ts'
import type { Trouble } from './trouble.ts'

/** What is known about the clusters of one family. */
export interface ClusterFamily {
  readonly group: string
  readonly rules: readonly PhaseRule[]
  readonly troubles: (facts: ClusterFacts) => readonly Trouble[]
  /** From then on the kubeconfig leads somewhere. */
  readonly initialized: (cluster: KubeObject) => boolean
  /** Where the objects of Cluster API and the kubeconfig lie. */
  readonly capiNamespace: (cluster: KubeObject) => string
}

export const capiGroup = 'cluster.x-k8s.io'
const eksAnywhereGroup = 'anywhere.eks.amazonaws.com'

const clusterFamilies: readonly ClusterFamily[] = [
  {
    group: capiGroup,
    rules: clusterApiPhases,
    troubles: clusterApiTroubles,
    initialized: isInitialized,
    capiNamespace: ({ metadata }) => metadata.namespace ?? 'default',
  },
  {
    group: eksAnywhereGroup,
    rules: eksAnywherePhases,
    troubles: eksAnywhereTroubles,
    initialized: (cluster) => isTrue(cluster, 'ControlPlaneInitialized'),
    capiNamespace: () => 'eksa-system',
  },
]

/** The family of an object that can be followed; nothing for everything else. */
export function familyOf({
  apiVersion,
  kind,
}: Pick<KubeObject, 'apiVersion' | 'kind'>): ClusterFamily | undefined {
  if (kind !== 'Cluster') return undefined
  return clusterFamilies.find(({ group }) => group === groupOf(apiVersion))
}

/** How far a cluster has come. */
export interface Progress {
  readonly phases: readonly Phase[]
  readonly troubles: readonly Trouble[]
  readonly ready: boolean
}

export function progressOf({ rules, troubles }: ClusterFamily, facts: ClusterFacts): Progress {
  const phases = phasesOf(rules, facts)
  return {
    phases,
    troubles: troubles(facts),
    ready: phases.every(({ state }) => state === 'done' || state === 'skipped'),
  }
}
