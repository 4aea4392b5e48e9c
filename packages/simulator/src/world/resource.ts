import { type KindRef, kindKey } from '@sitrep/status'
import type { Connection } from '../connection.ts'

/** A kind as one server serves it. */
export interface Resource extends KindRef {
  readonly version: string
  readonly plural: string
  readonly namespaced: boolean
}

export function collectionPath({ group, version, plural, namespaced }: Resource, namespace?: string): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return namespaced && namespace !== undefined
    ? `${root}/namespaces/${encodeURIComponent(namespace)}/${plural}`
    : `${root}/${plural}`
}

interface GroupList {
  readonly groups?: readonly {
    readonly name: string
    /** The preferred one first. */
    readonly versions: readonly { readonly version: string }[]
  }[]
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string
    readonly kind: string
    readonly namespaced: boolean
  }[]
}

/** The resources of these groups that a server serves, by kind, each in the first version that has it. Groups it does not know are left out. */
export async function discover(
  connection: Connection,
  groups: readonly string[],
): Promise<ReadonlyMap<string, Resource>> {
  const served = await connection.request<GroupList>({ path: '/apis' })
  const versions = new Map(
    (served.groups ?? []).map((group) => [group.name, group.versions.map(({ version }) => version)]),
  )
  const found = new Map<string, Resource>()
  for (const group of groups) {
    for (const version of group === '' ? ['v1'] : (versions.get(group) ?? [])) {
      const path = group === '' ? '/api/v1' : `/apis/${group}/${version}`
      const { resources = [] } = await connection.request<ResourceList>({ path })
      for (const { name, kind, namespaced } of resources) {
        const resource = { group, version, kind, plural: name, namespaced }
        if (!name.includes('/') && !found.has(kindKey(resource))) found.set(kindKey(resource), resource)
      }
    }
  }
  return found
}
