// Started by the part as a process of its own: an embedded API server over SQLite with the objects of a fleet in it. Asked for it, it tells
// how much memory is in use after everything that can go has gone, and how much of it the limits of the store explain.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApiServer, openSqliteStore } from '@sitrep/api-server'
import { clusterKind } from '@sitrep/cluster-api/kinds'
import { groupOf, type KubeObject } from '@sitrep/status'
import { memoryInUse } from './memory.ts'
import { copied, type Mould } from './mould.ts'

/** What the server is started with, as JSON. */
export interface ServerOrder {
  readonly clusters: number
  /** A file with the clusters that are copied, as JSON. */
  readonly moulds: string
  readonly folder: string
  readonly token: string
  /** How many times a minute, 20,000 changes and 16 MB of history, and a minute of Events: far less than a server keeps by default, so that a short run fills it. */
  readonly limits: number
}

const { clusters, folder, token, limits, ...order } = JSON.parse(process.argv[2] ?? '') as ServerOrder
const history = {
  maxAgeMs: limits * 60_000,
  maxEvents: limits * 20_000,
  maxBytes: limits * 16 * 1024 * 1024,
}
const store = openSqliteStore({ file: join(folder, 'store.db'), now: Date.now, history })
const server = await createApiServer({
  store,
  tokens: [{ token, user: { name: 'admin', groups: ['system:masters'] } }],
  controllers: { garbageCollection: false, eventLifetimeMs: limits * 60_000 },
})
const { url } = await server.listen()

async function post(path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}

const pluralOf = (kind: string): string => `${kind.toLowerCase()}s`

function crdOf(group: string, kind: string): unknown {
  const plural = pluralOf(kind)
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const version = { name: 'v1beta2', served: true, storage: true, subresources: { status: {} } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, labels: { [`${clusterKind.group}/v1beta2`]: 'v1beta2' } },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ ...version, schema: { openAPIV3Schema: schema } }],
    },
  }
}

// Straight into the store: nobody waits for what the server would check in so many objects.
function put(object: KubeObject): Promise<unknown> {
  const { finalizers: _none, ...own } = object.metadata
  const { name, namespace = '' } = own
  const key = {
    cluster: '',
    resource: `${groupOf(object.apiVersion)}/${pluralOf(object.kind)}`,
    namespace,
    name,
  }
  const encode = (revision: number): Buffer => {
    const metadata = { ...own, resourceVersion: String(revision) }
    const text = JSON.stringify({ ...object, metadata })
    // In memory of its own, as the server keeps its objects: otherwise one that stays would keep what lay beside it.
    const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
    bytes.write(text)
    return bytes
  }
  return store.write({ key, expected: store.head(key), encode })
}

await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } })
// What controllers tell of the fleet is stored too, for a while.
const [served, resources] = [new Set<string>(['Secret']), new Set(['/events', '/secrets'])]
const moulds = JSON.parse(readFileSync(order.moulds, 'utf8')) as readonly Mould[]
for (let index = 0; index < clusters; index++) {
  const writes: Promise<unknown>[] = []
  for (const object of copied(moulds, index).objects) {
    const { apiVersion, kind } = object
    if (!served.has(kind)) {
      served.add(kind)
      resources.add(`${groupOf(apiVersion)}/${pluralOf(kind)}`)
      await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crdOf(groupOf(apiVersion), kind))
    }
    writes.push(put(object))
  }
  await Promise.all(writes)
}

/** What the objects themselves take, in megabytes: it grows where they do, and is no leak. */
function storedMegabytes(): number {
  let bytes = 0
  for (const resource of resources)
    for (const object of store.list({ cluster: '', resource }, undefined)) bytes += object.bytes.length
  return bytes / 2 ** 20
}

process.on('message', () => process.send?.({ ...memoryInUse(), stored: storedMegabytes() }))
process.on('disconnect', () => process.exit(0))
process.send?.({ url })
