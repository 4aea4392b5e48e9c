import { conditionWriters, fieldManager } from '@sitrep/controller'
import { type Connection, collectionPath, type Discovered, withQuery } from '@sitrep/controller/connection'
import { type Catalog, formatChoice, type KindRef, type KubeObject, namedKinds } from '@sitrep/status'

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

/** Looks at some objects of every kind and tells who writes conditions now that Sitrep would write, going by the field managers. */
export async function presentWriters(
  connection: Connection,
  { discovered, catalog, namespace }: WritersQuestion,
): Promise<readonly PresentWriter[]> {
  const found = await Promise.all(
    namedKinds(catalog).map(async (kind) => {
      const resource = discovered.get(kind)
      if (resource === undefined || (namespace !== undefined && !resource.namespaced)) return []
      const path = withQuery(collectionPath(resource, namespace), { limit: looked })
      const { items = [] } = await connection.request<{ items?: readonly KubeObject[] }>({ path })
      return writersOf(items, { kind: kind.kind, claimed: claimedOn(kind, catalog) })
    }),
  )
  return found.flat()
}

/** The condition types of a kind that some table decides. Others, such as gates and what a topology says, may have writers of their own. */
function claimedOn(kind: KindRef, { definitions }: Catalog): ReadonlySet<string> {
  return new Set(
    definitions.flatMap((definition) =>
      (definition.rules ?? [])
        .filter(({ on = definition.kind }) => formatChoice(on) === formatChoice(kind))
        .flatMap(({ tables }) => tables.map(({ type }) => type)),
    ),
  )
}

interface Claimed {
  readonly kind: string
  readonly claimed: ReadonlySet<string>
}

function writersOf(items: readonly KubeObject[], { kind, claimed }: Claimed): readonly PresentWriter[] {
  const byManager = new Map<string, Set<string>>()
  for (const item of items) {
    for (const { manager, types } of conditionWriters(item)) {
      const ours = types.filter((type) => claimed.has(type))
      if (manager === fieldManager || ours.length === 0) continue
      const known = byManager.get(manager) ?? new Set()
      for (const type of ours) known.add(type)
      byManager.set(manager, known)
    }
  }
  return [...byManager].map(([manager, types]) => ({ kind, manager, types: [...types].sort() }))
}
