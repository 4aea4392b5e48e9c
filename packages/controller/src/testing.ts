import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import type { KubeObject } from '@sitrep/status'
import type { Connection } from './connection/connection.ts'
import { openKubeconfig } from './connection/kubeconfig.ts'

export { errorOfAnswer } from './errors.ts'
export { type ManualTiming, manualTiming } from './timing.testing.ts'

/** The smallest CRD of a kind of the test family: any content, with a status of its own. */
const crdOf = (kind: string): unknown => {
  const plural = `${kind.toLowerCase()}s`
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.test.sitrep.dev` },
    spec: {
      group: 'test.sitrep.dev',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  }
}

/** A server with the kinds of the test family, and a client of its administrator. */
export interface PreparedCluster {
  readonly connection: Connection
  /** Begins to serve a kind of the family. */
  readonly define: (kind: string) => Promise<unknown>
  readonly create: (object: KubeObject) => Promise<KubeObject>
  readonly replaceSpec: (object: KubeObject) => Promise<KubeObject>
  readonly read: (kind: string, name: string) => Promise<KubeObject>
  readonly remove: (kind: string, name: string) => Promise<unknown>
  readonly patchStatus: (kind: string, name: string, status: unknown) => Promise<KubeObject>
}

/** The same on an embedded server of its own. */
export interface TestCluster extends PreparedCluster {
  readonly server: StartedApiServer
  readonly close: () => Promise<void>
}

export async function openTestCluster(kinds?: readonly string[]): Promise<TestCluster> {
  const server = await startApiServer()
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  return {
    ...(await prepareCluster(connection, kinds)),
    server,
    close: async () => {
      connection.close()
      await server.close()
    },
  }
}

export async function prepareCluster(
  connection: Connection,
  kinds: readonly string[] = ['Leaf', 'Group', 'Root'],
): Promise<PreparedCluster> {
  const post = (path: string, body: unknown): Promise<KubeObject> =>
    connection.request({ method: 'POST', path, body })
  await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } })
  const define = (kind: string): Promise<unknown> =>
    post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crdOf(kind))
  for (const kind of kinds) await define(kind)
  const collection = (kind: string): string =>
    `/apis/test.sitrep.dev/v1/namespaces/prod/${kind.toLowerCase()}s`
  const contentType = 'application/merge-patch+json'
  return {
    connection,
    define,
    create: (object) => post(collection(object.kind), withoutUid(object)),
    replaceSpec: ({ kind, metadata, spec }) =>
      connection.request({
        method: 'PATCH',
        path: `${collection(kind)}/${metadata.name}`,
        body: { spec },
        contentType,
      }),
    read: (kind, name) => connection.request({ path: `${collection(kind)}/${name}` }),
    remove: (kind, name) => connection.request({ method: 'DELETE', path: `${collection(kind)}/${name}` }),
    patchStatus: (kind, name, status) =>
      connection.request({
        method: 'PATCH',
        path: `${collection(kind)}/${name}/status`,
        body: { status },
        contentType,
      }),
  }
}

const withoutUid = (object: KubeObject): KubeObject => {
  const { uid: _uid, ...metadata } = object.metadata
  return { ...object, metadata }
}

// A net against hanging, wide enough for a machine that has much else to do.
const patienceMs = 60_000

/** Resolves when the question is answered with yes; fails after a while with what was asked for. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`never happened: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
