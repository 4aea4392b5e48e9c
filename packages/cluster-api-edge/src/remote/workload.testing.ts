import { startApiServer } from '@sitrep/api-server'
import { clusterKind, reach } from '@sitrep/cluster-api'
import {
  type Condition,
  type ConditionRules,
  decide,
  False,
  keep,
  otherwise,
  setConditions,
  True,
  Unknown,
} from '@sitrep/conditions'
import {
  type ContactChange,
  type Controller,
  type ControllerOptions,
  startController,
} from '@sitrep/controller'
import { type Connection, type ControllerError, openKubeconfig } from '@sitrep/controller/connection'
import { eventually, type ManualTiming, manualTiming } from '@sitrep/controller/testing'
import {
  createCatalog,
  defineStatus,
  type FactKind,
  type KindRef,
  type KubeObject,
  type ObjectRef,
  type View,
} from '@sitrep/status'
import { clusterApiEdge } from '../cluster-api-edge.ts'
import { type Gate, openGate } from './gate.testing.ts'
import type { ClusterApiEdgeOptions } from './remote-clusters.ts'

const nodeKind: KindRef = { group: '', kind: 'Node' }
const podKind: KindRef = { group: '', kind: 'Pod' }

interface Status extends Readonly<Record<string, unknown>> {
  readonly conditions?: readonly Condition[]
}
interface Seen {
  readonly connected: boolean
  readonly nodes: string | undefined
  readonly pods: string | undefined
  readonly census: string | undefined
}

const probeSeen: View<boolean> = { name: 'probeSeen', of: reach.connected }
const nameSeen: View<string> = { name: 'nameSeen', of: ({ metadata }) => metadata.name }

/** A fact of the tests: somebody has counted something in the workload cluster. */
export const census: FactKind = { kind: { group: 'sitrep.dev', kind: 'Census' }, about: clusterKind }
const censusSeen: View<string> = {
  name: 'censusSeen',
  of: ({ status }) => String((status as { words?: string } | undefined)?.words),
}

const looked: ConditionRules<Seen> = {
  type: 'Looked',
  rows: [
    ['not connected', (f) => !f.connected, keep],
    ['Nodes cannot be read', (f) => f.nodes === undefined, Unknown('NodesUnread')],
    ['Pods cannot be read', (f) => f.pods === undefined, Unknown('PodsUnread')],
    ['there are none', (f) => f.nodes === '', False('NoNodes')],
    ['otherwise', otherwise, True('Nodes', (f) => `${f.nodes} with ${f.pods}${f.census ?? ''}`)],
  ],
}

/** A Cluster that says which Nodes its workload cluster has and which Pods run on the first, as long as it is connected. */
const cluster = defineStatus<KubeObject, Seen & { previous: Status | undefined; now: string }, Status>({
  kind: clusterKind,
  observe({ metadata }, world) {
    const namespace = metadata.namespace ?? ''
    const probe = world.get({ ...reach.probe, namespace, name: metadata.name }, probeSeen)
    const connected = probe.read && probe.item === true
    const from = `${namespace}/${metadata.name}`
    const nodes = connected ? world.list({ cluster: from, ...nodeKind }, nameSeen) : undefined
    const [first] = nodes?.read ? nodes.items.toSorted() : []
    const pods =
      first === undefined
        ? undefined
        : world.list({ cluster: from, ...podKind, by: { index: 'nodeName', key: first } }, nameSeen)
    const counted = world.get({ ...census.kind, namespace, name: metadata.name }, censusSeen)
    return {
      connected,
      census: counted.read ? counted.item : undefined,
      nodes: nodes?.read ? nodes.items.toSorted().join() : undefined,
      pods: pods?.read ? pods.items.toSorted().join() : first === undefined ? '' : undefined,
      previous: world.previous as Status | undefined,
      now: world.now,
    }
  },
  compute: (observed) => {
    const decided = [decide(looked, observed)]
    const conditions = setConditions(observed.previous?.conditions, decided, {
      generation: 1,
      now: observed.now,
    })
    return { status: { ...observed.previous, conditions }, decided }
  },
  columns: [],
  onFailure: 'Looked',
})

const catalog = createCatalog({
  definitions: [cluster],
  indexes: [
    {
      kind: podKind,
      name: 'nodeName',
      keys: ({ spec }) => [(spec as { nodeName?: string } | undefined)?.nodeName ?? ''],
      narrow: { fieldSelector: 'spec.nodeName' },
    },
  ],
})

/** A management cluster with one Cluster `prod/blue`, a workload cluster behind a gate, and a controller with its edge between them. */
export interface WorkloadStory {
  readonly timing: ManualTiming
  readonly gate: Gate
  readonly management: Connection
  readonly workload: Connection
  /** Everything that the Cluster said, change by change. */
  readonly said: string[]
  readonly unreadable: ControllerError[]
  /** How the contact to clusters changed, the management cluster's left out. */
  readonly contacts: ContactChange[]
  readonly controller: () => Controller
  readonly kubeconfig: (token?: string, url?: string) => string
  readonly putSecret: (text: string) => Promise<unknown>
  readonly addNode: (name: string) => Promise<unknown>
  readonly removeNode: (name: string) => Promise<unknown>
  /** A Node of the workload cluster, as the world calls it. */
  readonly node: (name: string) => ObjectRef
  readonly start: (options?: ClusterApiEdgeOptions, more?: Partial<ControllerOptions>) => Controller
  readonly restart: () => Promise<void>
  readonly until: (what: string, holds: () => boolean) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openWorkloadStory(): Promise<WorkloadStory> {
  const timing = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
  const server = await startApiServer({ tls: false, now: timing.now })
  await server.server.addCluster('prod/blue')
  const gate = await openGate(server.url, server.token)
  const management = (await openKubeconfig({ text: server.kubeconfig })).connection
  const workload = (await openKubeconfig({ text: server.kubeconfigFor('prod/blue') })).connection
  await prepare(management)
  const said: string[] = []
  const unreadable: ControllerError[] = []
  const contacts: ContactChange[] = []
  let controller: Controller | undefined
  const start = (options: ClusterApiEdgeOptions = {}, more: Partial<ControllerOptions> = {}): Controller => {
    controller = startController({
      connection: management,
      catalog,
      mode: 'write',
      timing,
      onChanges: (changes) => said.push(...changes.flatMap(({ conditions }) => conditions.map(inWords))),
      onContact: (change) => {
        if (change.cluster !== '') contacts.push(change)
      },
      onUnreadable: (_cluster, _kind, error) => unreadable.push(error),
      edges: [clusterApiEdge(options)],
      ...more,
    })
    return controller
  }
  const started = (): Controller => controller ?? start()
  return {
    timing,
    gate,
    management,
    workload,
    said,
    unreadable,
    contacts,
    controller: started,
    kubeconfig: (token = 'first', url = `${gate.url}/clusters/prod/blue`) => kubeconfigText(url, token),
    putSecret: (text) => putSecret(management, 'blue-kubeconfig', text),
    addNode: (name) =>
      workload.request({
        method: 'POST',
        path: '/api/v1/nodes',
        body: { apiVersion: 'v1', kind: 'Node', metadata: { name } },
      }),
    removeNode: (name) => workload.request({ method: 'DELETE', path: `/api/v1/nodes/${name}` }),
    node: (name) => ({ cluster: 'prod/blue', ...nodeKind, name }),
    start,
    restart: async () => {
      await started().stop()
      start()
    },
    until: (what, holds) =>
      eventually(what, async () => {
        // Only the event loop moves here: a clock that stands still shows that nothing waited for a timer.
        await new Promise((resolve) => setImmediate(resolve))
        return holds()
      }),
    close: async () => {
      await controller?.stop()
      management.close()
      workload.close()
      await gate.close()
      await server.close()
    },
  }
}

const inWords = ({ status, reason, message }: Condition): string => `${status} ${reason} ${message}`.trim()

async function prepare(management: Connection): Promise<void> {
  const post = (path: string, body: unknown): Promise<unknown> =>
    management.request({ method: 'POST', path, body })
  await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } })
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: 'clusters.cluster.x-k8s.io',
      annotations: { 'api-approved.kubernetes.io': 'unapproved, for tests' },
    },
    spec: {
      group: 'cluster.x-k8s.io',
      scope: 'Namespaced',
      names: { plural: 'clusters', kind: 'Cluster' },
      versions: [
        {
          name: 'v1beta2',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  })
  await post('/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters', {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Cluster',
    metadata: { name: 'blue' },
    spec: {},
  })
  await management.request({
    method: 'PATCH',
    path: '/apis/cluster.x-k8s.io/v1beta2/namespaces/prod/clusters/blue/status',
    body: { status: { initialization: { infrastructureProvisioned: true } } },
    contentType: 'application/merge-patch+json',
  })
}

async function putSecret(management: Connection, name: string, text: string): Promise<unknown> {
  const collection = '/api/v1/namespaces/prod/secrets'
  const { items } = await management.request<{ items: KubeObject[] }>({ path: collection })
  const data = { value: Buffer.from(text).toString('base64') }
  if (items.some(({ metadata }) => metadata.name === name))
    return management.request({
      method: 'PATCH',
      path: `${collection}/${name}`,
      body: { data },
      contentType: 'application/merge-patch+json',
    })
  return management.request({
    method: 'POST',
    path: collection,
    body: { apiVersion: 'v1', kind: 'Secret', type: 'cluster.x-k8s.io/secret', metadata: { name }, data },
  })
}

const kubeconfigText = (server: string, token: string): string =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token } }],
  })
