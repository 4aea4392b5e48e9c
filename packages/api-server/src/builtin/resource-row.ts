import { readTable } from './read-table.ts'

/** One row of the generated table of resources. */
export interface ResourceRow {
  readonly group: string
  readonly plural: string
  readonly kind: string
  readonly singular: string
  readonly scope: 'Namespaced' | 'Cluster'
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs?: readonly string[]
  readonly storageVersion: string
  /** Most preferred first. */
  readonly versions: Readonly<Record<string, VersionRow>>
}

export interface VersionRow {
  /** Name, `group/version` of its kind, kind, verbs. */
  readonly subresources?: readonly (readonly [string, string, string, readonly string[]])[]
}

/** Every resource that Kubernetes 1.36 can serve: the core group first, the others in the order of discovery. */
export function readResourceRows(): readonly ResourceRow[] {
  return readTable<readonly ResourceRow[]>('resources')
}
