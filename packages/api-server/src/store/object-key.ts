/** All objects of one resource in one cluster. `resource` is `<group>/<plural>`; the core group is empty: `/pods`. */
export interface Collection {
  /** `<namespace>/<name>` of the cluster; empty for the one at the root of the server. */
  readonly cluster: string
  readonly resource: string
}

/** Where one object lies. `namespace` is empty for cluster-scoped kinds. */
export interface ObjectKey extends Collection {
  readonly namespace: string
  readonly name: string
}

/** A text that is the same for equal collections only: no part of a collection can hold a line break. */
export function collectionId({ cluster, resource }: Collection): string {
  return `${cluster}\n${resource}`
}

/** A text that is the same for equal keys only. Names come from URL segments and are checked before they get here. */
export function keyId({ cluster, resource, namespace, name }: ObjectKey): string {
  return `${cluster}\n${resource}\n${namespace}\n${name}`
}

/** The order in which lists and continue tokens walk: that of `<namespace>/<name>` as one text, so `a-b` comes before `a`. */
export function compareNamespaces(a: string, b: string): number {
  return compareText(`${a}/`, `${b}/`)
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
