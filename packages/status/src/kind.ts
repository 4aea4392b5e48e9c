import type { NamedObject } from '@sitrep/conditions'

/** A kind by group and name. The version is left out on purpose: an object is the same object in every version. */
export interface KindRef {
  readonly group: string
  readonly kind: string
}

/** Which cluster an object lives in: `''` is the management cluster, a workload cluster is `<namespace>/<name>` of its Cluster. */
export type ClusterName = string

export const managementCluster: ClusterName = ''

/** Names one object of one cluster. `cluster` left out means the management cluster, `namespace` left out a cluster-scoped object. */
export interface ObjectRef extends NamedObject {
  readonly group: string
}

/** A text that two references to the same kind share, and no others. */
export const kindKey = ({ group, kind }: KindRef): string => (group === '' ? kind : `${kind}.${group}`)

/** A text that two references to the same object share, and no others; its byte order is the order of everything listed. */
export const refKey = (ref: ObjectRef): string =>
  `${ref.cluster ?? managementCluster}|${kindKey(ref)}|${ref.namespace ?? ''}/${ref.name}`

/** A reference as a person reads it: `Machine prod/md-0-a`, with its cluster where that is not the management cluster. */
export function formatRef(ref: ObjectRef): string {
  const name = ref.namespace === undefined || ref.namespace === '' ? ref.name : `${ref.namespace}/${ref.name}`
  const where = ref.cluster === undefined || ref.cluster === managementCluster ? '' : ` in ${ref.cluster}`
  return `${ref.kind} ${name}${where}`
}

/** The group of an `apiVersion` (`apps/v1` → `apps`, `v1` → the core group `''`). */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash === -1 ? '' : apiVersion.slice(0, slash)
}
