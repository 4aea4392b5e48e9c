import { conditionWriters, fieldManager } from '@sitrep/controller'
import { type Connection, collectionPath, type Discovered, withQuery } from '@sitrep/controller/connection'
import type { Catalog, KubeObject } from '@sitrep/status'

/** Somebody else who writes conditions that Sitrep would write. */
export interface PresentWriter {
  readonly kind: string
  readonly manager: string
  readonly types: readonly string[]
}

const looked = 50

export interface WritersQuestion {
  readonly discovered: Discovered
  readonly catalog: Catalog
  /** Left out: all namespaces. */
  readonly namespace?: string
}

/** Looks at some objects of every kind and tells who writes their conditions now, going by the field managers. */
export async function presentWriters(
  connection: Connection,
  { discovered, catalog, namespace }: WritersQuestion,
): Promise<readonly PresentWriter[]> {
  const found = await Promise.all(
    catalog.definitions.map(async ({ kind }) => {
      const resource = discovered.get(kind)
      if (resource === undefined) return []
      const path = withQuery(collectionPath(resource, namespace), { limit: looked })
      const { items = [] } = await connection.request<{ items?: readonly KubeObject[] }>({ path })
      return writersOf(kind.kind, items)
    }),
  )
  return found.flat()
}

function writersOf(kind: string, items: readonly KubeObject[]): readonly PresentWriter[] {
  const byManager = new Map<string, Set<string>>()
  for (const item of items) {
    for (const { manager, types } of conditionWriters(item)) {
      if (manager === fieldManager) continue
      const known = byManager.get(manager) ?? new Set()
      for (const type of types) known.add(type)
      byManager.set(manager, known)
    }
  }
  return [...byManager].map(([manager, types]) => ({ kind, manager, types: [...types].sort() }))
}
