import { conditionWriters, fieldManager } from '@sitrep/controller'
import {
  type Connection,
  collectionPath,
  type Discovered,
  parseObjectPage,
  withQuery,
} from '@sitrep/controller/connection'
import { createEngine, type WorldChange } from '@sitrep/engine'
import { type Catalog, type KindRef, type KubeObject, namedKinds, parseAddress, refOf } from '@sitrep/status'
import { type FoundWriter, type RunningQuestion, runningAmong } from './running-writers.ts'

/** Somebody else who writes conditions that Sitrep would write. */
export interface PresentWriter {
  readonly kind: string
  readonly manager: string
  readonly types: readonly string[]
}

const looked = 50

export interface WritersQuestion extends RunningQuestion {
  readonly discovered: Discovered
  readonly catalog: Catalog
  /** Left out: all namespaces. */
  readonly namespace?: string
}

/** Looks at some objects of every kind and tells who runs and writes conditions that Sitrep would write, going by the field managers. */
export async function presentWriters(
  connection: Connection,
  { discovered, catalog, namespace, ...running }: WritersQuestion,
): Promise<readonly PresentWriter[]> {
  const found = await Promise.all(
    namedKinds(catalog).map(async (kind) => {
      const resource = discovered.get(kind)
      if (resource === undefined || (namespace !== undefined && !resource.namespaced)) return []
      const path = withQuery(collectionPath(resource, namespace), { limit: looked })
      const { objects } = parseObjectPage(await connection.request<unknown>({ path }), resource)
      const { group, version } = resource
      const apiVersion = group === '' ? version : `${group}/${version}`
      // Items of a list do not name their kind.
      return [{ kind, items: objects.map((item) => ({ ...item, apiVersion, kind: kind.kind })) }]
    }),
  )
  const claims = claimsIn(
    found.flat().flatMap(({ items }) => items),
    catalog,
  )
  const written = found.flat().flatMap(({ kind, items }) => writersOf(items, { kind, claims }))
  const present = await runningAmong(connection, written, running)
  return present.map(({ kind: { kind }, manager, types }) => ({ kind, manager, types }))
}

// Some kinds are shared: what is said of an object of another controller is that one's. Only the whole tells whose an object is.
function claimsIn(items: readonly KubeObject[], catalog: Catalog): (item: KubeObject) => ReadonlySet<string> {
  const engine = createEngine(catalog)
  const everything: WorldChange = { kind: 'every', read: true }
  engine.apply([everything, ...items.map((object) => ({ object }))], new Date(0).toISOString())
  return (item) => new Set(engine.claims(refOf(item)).map((address) => parseAddress(address).type))
}

interface Claimed {
  readonly kind: KindRef
  readonly claims: (item: KubeObject) => ReadonlySet<string>
}

function writersOf(items: readonly KubeObject[], { kind, claims }: Claimed): readonly FoundWriter[] {
  const byManager = new Map<string, { readonly types: Set<string>; last: number }>()
  for (const item of items) {
    const claimed = claims(item)
    for (const { manager, types, time = '' } of conditionWriters(item)) {
      const ours = types.filter((type) => claimed.has(type))
      if (manager === fieldManager || ours.length === 0) continue
      const known = byManager.get(manager) ?? { types: new Set(), last: Number.NEGATIVE_INFINITY }
      for (const type of ours) known.types.add(type)
      known.last = Math.max(known.last, Date.parse(time) || Number.NEGATIVE_INFINITY)
      byManager.set(manager, known)
    }
  }
  return [...byManager].map(([manager, { types, last }]) => ({
    kind,
    manager,
    types: [...types].sort(),
    lastWrite: last,
  }))
}
