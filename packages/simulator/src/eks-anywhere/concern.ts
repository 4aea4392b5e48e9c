import { clusterKind, eksAnywhereGroup, systemNamespace } from '@sitrep/eks-anywhere/kinds'
import { groupOf, type KubeObject } from '@sitrep/status'
import { concern as concernBelow } from '../cluster-api/concern.ts'
import type { Concern } from '../world/concern.ts'

/** A Cluster is part of the life of what is made of it. What clusters refer to lies beside them, and what is made of them lies elsewhere. */
export function concern(object: KubeObject): Concern | undefined {
  const { apiVersion, kind, metadata } = object
  if (groupOf(apiVersion) !== eksAnywhereGroup) return undefined
  if (kind === clusterKind.kind) return { cluster: `${systemNamespace}/${metadata.name}` }
  return concernBelow(object) ?? { namespace: systemNamespace }
}
