import { clusterKind, etcdMembershipKind, labels } from '@sitrep/cluster-api/kinds'
import { at, groupOf, type KubeObject, kindKey, text } from '@sitrep/status'
import type { Concern } from '../world/concern.ts'

// Of these the name is that of their Cluster.
const named: readonly string[] = [clusterKind, etcdMembershipKind].map(kindKey)

/** The Cluster whose life an object is part of, whether that Cluster is there or not; nothing where the object does not say. */
export function concern({ apiVersion, kind, metadata, spec }: KubeObject): Concern | undefined {
  const name = named.includes(kindKey({ group: groupOf(apiVersion), kind }))
    ? metadata.name
    : (text(at(spec, 'clusterName')) ?? metadata.labels?.[labels.clusterName])
  return name === undefined ? undefined : { cluster: `${metadata.namespace ?? ''}/${name}` }
}
