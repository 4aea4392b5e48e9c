import { startApiServer } from '@sitrep/api-server'
import { clusterApi, crds } from '@sitrep/cluster-api'
import type { Condition } from '@sitrep/conditions'
import { type Controller, type ControllerOptions, startController } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { type ManualTiming, manualTiming } from '@sitrep/controller/testing'
import { createCatalog, type KubeObject } from '@sitrep/status'

/** A management cluster that serves what was released, and a controller that writes there. */
export interface ReleasedStory {
  readonly timing: ManualTiming
  readonly connection: Connection
  /** Creates an object of a kind of Cluster API in namespace `prod`, with its status where it has one. */
  readonly create: (object: KubeObject) => Promise<KubeObject>
  readonly read: (kind: string, name: string) => Promise<KubeObject>
  readonly condition: (kind: string, name: string, type: string) => Promise<Condition | undefined>
  /** All Events that there are, in words. */
  readonly events: () => Promise<readonly string[]>
  /** What was written so far, and what was refused. */
  readonly written: string[]
  readonly refused: string[]
  readonly start: (edges: NonNullable<ControllerOptions['edges']>) => Controller
  /** Makes a workload cluster and its kubeconfig Secret. */
  readonly addWorkload: (name: string) => Promise<Connection>
  readonly close: () => Promise<void>
}

export async function openReleasedStory(): Promise<ReleasedStory> {
  const timing = manualTiming(Date.parse('2026-01-01T00:00:00Z'))
  const server = await startApiServer({ tls: false, now: timing.now })
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const post = <Answer>(path: string, body: unknown): Promise<Answer> =>
    connection.request<Answer>({ method: 'POST', path, body })
  for (const body of crds({ profile: 'released' }))
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', body)
  await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } })
  const opened: Connection[] = [connection]
  const written: string[] = []
  const refused: string[] = []
  let controller: Controller | undefined
  const read = (kind: string, name: string): Promise<KubeObject> =>
    connection.request({ path: `${collection(kind)}/${name}` })
  return {
    timing,
    connection,
    written,
    refused,
    read,
    create: async (object) => {
      const created = await post<KubeObject>(collection(object.kind), object)
      if (object.status === undefined) return created
      return connection.request<KubeObject>({
        method: 'PATCH',
        path: `${collection(object.kind)}/${object.metadata.name}/status`,
        body: { status: object.status },
        contentType: 'application/merge-patch+json',
      })
    },
    condition: async (kind, name, type) => {
      const { conditions = [] } = ((await read(kind, name)).status ?? {}) as { conditions?: Condition[] }
      return conditions.find((condition) => condition.type === type)
    },
    events: async () => {
      const { items } = await connection.request<{ items: readonly Readonly<Record<string, unknown>>[] }>({
        path: '/apis/events.k8s.io/v1/namespaces/prod/events',
      })
      return items.map((event) => `${String(event['reason'])} ${String(event['note'])}`)
    },
    start: (edges) => {
      controller = startController({
        connection,
        catalog: createCatalog(clusterApi({ profile: 'released' })),
        mode: 'write',
        timing,
        edges,
        onWritten: ({ kind, name }) => written.push(`${kind} ${name}`),
        onWriteError: ({ kind, name }, error) => refused.push(`${kind} ${name}: ${error.message}`),
      })
      return controller
    },
    addWorkload: async (name) => {
      await server.server.addCluster(`prod/${name}`)
      const text = server.kubeconfigFor(`prod/${name}`)
      await post('/api/v1/namespaces/prod/secrets', {
        apiVersion: 'v1',
        kind: 'Secret',
        type: 'cluster.x-k8s.io/secret',
        metadata: { name: `${name}-kubeconfig` },
        data: { value: Buffer.from(text).toString('base64') },
      })
      const workload = (await openKubeconfig({ text })).connection
      opened.push(workload)
      return workload
    },
    close: async () => {
      await controller?.stop()
      for (const each of opened) each.close()
      await server.close()
    },
  }
}

const collection = (kind: string): string => {
  const group = kind === 'KubeadmControlPlane' ? 'controlplane.cluster.x-k8s.io' : 'cluster.x-k8s.io'
  return `/apis/${group}/v1beta2/namespaces/prod/${kind.toLowerCase()}s`
}
