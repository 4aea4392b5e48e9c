import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApiServer } from '@sitrep/api-server'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import { type Ran, type RunOptions, runLine } from './testing.ts'

/** An embedded server with a namespace `prod` and a foreign kind Widget, and the command line pointed at it. */
export interface TestCluster {
  readonly connection: Connection
  readonly kubeconfig: string
  /** A folder that goes away with the cluster. */
  readonly folder: string
  readonly run: (line: readonly string[], options?: RunOptions) => Promise<Ran>
  readonly create: (name: string, over?: Readonly<Record<string, unknown>>) => Promise<KubeObject>
  readonly patchSpec: (name: string, spec: unknown) => Promise<KubeObject>
  readonly report: (name: string, status: unknown) => Promise<KubeObject>
  readonly remove: (name: string) => Promise<unknown>
  readonly close: () => Promise<void>
}

const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const widgets = '/apis/example.com/v1/namespaces/prod/widgets'
const contentType = 'application/merge-patch+json'

export async function openTestCluster(): Promise<TestCluster> {
  const server = await startApiServer()
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-test-'))
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, server.kubeconfig)
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const post = (path: string, body: unknown): Promise<KubeObject> =>
    connection.request({ method: 'POST', path, body })
  const patch = (path: string, body: unknown): Promise<KubeObject> =>
    connection.request({ method: 'PATCH', path, body, contentType })
  await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } })
  await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
  return {
    connection,
    kubeconfig,
    folder,
    run: (line, options = {}) =>
      runLine([...line, '--kubeconfig', kubeconfig, '-n', 'prod'], {
        ...options,
        env: { HOME: folder, ...options.env },
      }),
    create: (name, over = {}) =>
      post(widgets, {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name, namespace: 'prod' },
        spec: { size: 1 },
        ...over,
      }),
    patchSpec: (name, spec) => patch(`${widgets}/${name}`, { spec }),
    report: (name, status) => patch(`${widgets}/${name}/status`, { status }),
    remove: (name) => connection.request({ method: 'DELETE', path: `${widgets}/${name}` }),
    close: async () => {
      connection.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
