// Started by the bench as a process of its own: an embedded API server with the objects of a fleet in it, management cluster and
// some of the workload clusters. On an order from its parent it lets Nodes change.
import { createApiServer, openMemoryStore } from '@sitrep/api-server'
import { collectInProportion } from '@sitrep/controller'
import type { WorldChange } from '@sitrep/engine'
import { groupOf, type KubeObject } from '@sitrep/status'
import { certificates, clusterName, clusterObjects, node } from '../../cluster-api/bench/world.ts'
import {
  changedAt,
  type FleetOrder,
  type FleetSize,
  fleetSizes,
  type NodesChanged,
  nodeLoad,
  type SizeName,
  transitionsPerSecond,
} from './fleet-size.ts'
import { Pauses } from './pauses.ts'
import { settled } from './settled.ts'

// As `sitrep up` does.
collectInProportion()
const size: FleetSize = fleetSizes[process.argv[2] as SizeName]
const token = 'bench'
const store = openMemoryStore({ now: Date.now })
const remotes = Array.from({ length: size.remote }, (_, index) => clusterName(index))
const server = await createApiServer({
  store,
  clusters: remotes.map((name) => `fleet/${name}`),
  tokens: [{ token, user: { name: 'admin', groups: ['system:masters'] } }],
  controllers: { garbageCollection: false },
})
const { url } = await server.listen()

async function post(path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
}

function crdOf(group: string, kind: string): unknown {
  const plural = pluralOf(kind)
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  const version = { name: 'v1beta2', served: true, storage: true, subresources: { status: {} } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    // Providers say by this label which of their versions keeps which contract.
    metadata: { name: `${plural}.${group}`, labels: { 'cluster.x-k8s.io/v1beta2': 'v1beta2' } },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ ...version, schema: { openAPIV3Schema: schema } }],
    },
  }
}

const pluralOf = (kind: string): string => `${kind.toLowerCase()}s`

function collectionOf(cluster: string, { apiVersion, kind }: KubeObject): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  return `${cluster === '' ? '' : `/clusters/${cluster}`}${root}/${pluralOf(kind)}`
}

/** Straight into the store: nobody waits for what the server would check in some hundred thousand objects. */
function put(cluster: string, object: KubeObject): Promise<unknown> {
  const { name, namespace = '' } = object.metadata
  const resource = `${groupOf(object.apiVersion)}/${pluralOf(object.kind)}`
  const key = { cluster, resource, namespace, name }
  const encode = (revision: number): Buffer => {
    const metadata = { ...object.metadata, resourceVersion: String(revision) }
    return Buffer.from(JSON.stringify({ ...object, metadata }))
  }
  return store.write({ key, expected: store.head(key), encode })
}

// Connections are opened to clusters whose infrastructure stands, and that is told by those who made it.
function provisioned(object: KubeObject): KubeObject {
  if (object.kind !== 'Cluster') return object
  return {
    ...object,
    status: { initialization: { infrastructureProvisioned: true, controlPlaneInitialized: true } },
  }
}

/** Everything of one cluster, management and workload side. */
function objectsOf(index: number): readonly WorldChange[] {
  const name = clusterName(index)
  const changes = [...clusterObjects(size, index), ...certificates(name)].map((change) =>
    'object' in change ? { ...change, object: provisioned(change.object) } : change,
  )
  return size.settled ? settled(changes, new Date().toISOString()) : changes
}

await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fleet' } })
const served = new Set<string>(['Secret'])
const collections = new Set<string>()
for (let index = 0; index < size.clusters; index++) {
  const writes: Promise<unknown>[] = []
  for (const change of objectsOf(index)) {
    if (!('object' in change) || change.object.kind === 'ClusterProbe') continue
    const { object, cluster = '' } = change
    if (cluster === '' && !served.has(object.kind)) {
      served.add(object.kind)
      const crd = crdOf(groupOf(object.apiVersion), object.kind)
      await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
    }
    if (cluster !== '' && index >= size.remote) continue
    writes.push(put(cluster, object))
    collections.add(collectionOf(cluster, object))
  }
  await Promise.all(writes)
}

for (const name of remotes) {
  const kubeconfig = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: `${url}/clusters/fleet/${name}` } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  })
  await post('/api/v1/namespaces/fleet/secrets', {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'cluster.x-k8s.io/secret',
    metadata: { name: `${name}-kubeconfig` },
    stringData: { value: kubeconfig },
  })
}

// A server that runs has shown every object before. To look at them for the first time is a part of its own start, and not of the controller's.
for (const collection of collections) {
  const answer = await fetch(`${url}${collection}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${collection}: ${await answer.text()}`)
  await answer.body?.pipeTo(new WritableStream())
}

/** Heartbeats on all Nodes in turn, and once in a while one that goes bad or recovers, each time in another cluster. */
async function changeNodes(): Promise<NodesChanged> {
  const { seconds, eventsPerSecond } = nodeLoad
  const total = seconds * eventsPerSecond
  const every = eventsPerSecond / transitionsPerSecond(size)
  const pauses = new Pauses()
  pauses.begin()
  const started = performance.now()
  let [events, transitions] = [0, 0]
  while (events < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) * eventsPerSecond) / 1_000))
    const writes: Promise<unknown>[] = []
    for (; events < due; events++) {
      const at = Math.floor(events / every)
      const cluster = remotes[at % remotes.length] ?? ''
      const turn = Math.floor(at / remotes.length)
      const changes = events % every === 0
      if (changes) transitions++
      const worker = changes ? Math.floor(turn / 2) % 40 : 40 + (events % 7)
      const state = changes ? (turn % 2 === 0 ? 'False' : 'True') : 'as before'
      writes.push(put(`fleet/${cluster}`, changedNode(cluster, worker, state)))
    }
    await Promise.all(writes)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return { events, transitions, held: pauses.end() }
}

// A heartbeat changes nothing but times, as that of a kubelet does.
function changedNode(cluster: string, worker: number, state: 'True' | 'False' | 'as before'): KubeObject {
  const now = performance.timeOrigin + performance.now()
  const name = `${cluster}-md-0-x7k2p-${String(worker).padStart(3, '0')}`
  const object = node(name, state === 'False' ? 'False' : 'True')
  const { conditions } = object.status as { conditions: readonly object[] }
  const lastHeartbeatTime = new Date(now).toISOString()
  return {
    ...object,
    metadata: {
      ...object.metadata,
      ...(state !== 'as before' && { annotations: { [changedAt]: String(now) } }),
    },
    status: {
      ...(object.status as object),
      conditions: conditions.map((each) => ({ ...each, lastHeartbeatTime })),
    },
  }
}

process.on('message', (order: FleetOrder) => {
  if (order.kind === 'change-nodes') void changeNodes().then((changed) => process.send?.(changed))
})
console.log(JSON.stringify({ url, token, objects: store.revision }))
