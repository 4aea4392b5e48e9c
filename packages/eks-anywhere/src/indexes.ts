import { configMapKind, daemonSetKind } from '@sitrep/cluster-api'
import type { IndexDefinition, KindRef } from '@sitrep/status'
import { clusterKind, deploymentKind } from './kinds.ts'

/** Clusters of EKS Anywhere by name: a management cluster may live in any namespace. */
export const clustersByName = 'eksAnywhereName'

/** Objects of a workload cluster by name: of whole kinds only those of the CNI are ever asked for. */
export const ofCniByName = 'nameOfCni'

const ofCni = (kind: KindRef): IndexDefinition => ({
  kind,
  name: ofCniByName,
  keys: ({ metadata }) => [metadata.name],
  narrow: { fieldSelector: 'metadata.name' },
})

export const indexes: readonly IndexDefinition[] = [
  { kind: clusterKind, name: clustersByName, keys: ({ metadata }) => [metadata.name] },
  ofCni(daemonSetKind),
  ofCni(deploymentKind),
  ofCni(configMapKind),
]
