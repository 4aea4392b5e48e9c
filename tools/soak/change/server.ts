// Started by the part as a process of its own: an embedded API server over SQLite with the objects of a fleet in it. Asked for it, it tells
// how much memory is in use after everything that can go has gone.
import { join } from 'node:path'
import { createApiServer, openSqliteStore } from '@sitrep/api-server'
import { clusterKind } from '@sitrep/cluster-api/kinds'
import { groupOf, type KubeObject } from '@sitrep/status'
import { clusterObjects, type Fleet } from '../../../packages/cluster-api/bench/world.ts'
import { memoryInUse } from './memory.ts'

/** What the server is started with, as JSON. */
export interface ServerOrder {
  readonly fleet: Fleet
  readonly folder: string
  readonly token: string
  /** How many times a minute, 20,000 events and 16 MB of history: far less than a server keeps by default, so that a short run fills it. */
  readonly limits: number
}

const { fleet, folder, token, limits } = JSON.parse(process.argv[2] ?? '') as ServerOrder
const history = {
  maxAgeMs: limits * 60_000,
  maxEvents: limits * 20_000,
  maxBytes: limits * 16 * 1024 * 1024,
}
const store = openSqliteStore({ file: join(folder, 'store.db'), now: Date.now, history })
const server = await createApiServer({
  store,
  tokens: [{ token, user: { name: 'admin', groups: ['system:masters'] } }],
  controllers: { garbageCollection: false },
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

// What is said of a control plane rests on Pods, etcd and certificates, which nobody plays here.
function withoutControlPlane(object: KubeObject): KubeObject | undefined {
  if (object.kind === 'KubeadmControlPlane') return undefined
  if (object.kind !== 'Cluster') return object
  const { controlPlaneRef: _none, ...spec } = object.spec as Record<string, unknown>
  return { ...object, spec }
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
    return Buffer.from(JSON.stringify({ ...object, metadata }))
  }
  return store.write({ key, expected: store.head(key), encode })
}

await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } })
const served = new Set<string>()
for (let index = 0; index < fleet.clusters; index++) {
  const writes: Promise<unknown>[] = []
  for (const change of clusterObjects(fleet, index)) {
    if (!('object' in change) || (change.cluster ?? '') !== '' || change.object.kind === 'ClusterProbe')
      continue
    const object = withoutControlPlane(change.object)
    if (object === undefined) continue
    const { apiVersion, kind } = object
    if (!served.has(kind)) {
      served.add(kind)
      await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crdOf(groupOf(apiVersion), kind))
    }
    writes.push(put(object))
  }
  await Promise.all(writes)
}

process.on('message', () => process.send?.({ megabytes: memoryInUse() }))
process.on('disconnect', () => process.exit(0))
process.send?.({ url })
