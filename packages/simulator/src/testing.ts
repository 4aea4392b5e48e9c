import { type StartedApiServer, startApiServer } from '@sitrep/api-server'
import { clusterApi, crds, type Profile } from '@sitrep/cluster-api'
import { type Controller, startFleet } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { createCatalog, type KubeObject } from '@sitrep/status'
import { type ManualTiming, manualTiming } from '../../controller/src/timing.testing.ts'
import { providerCrds } from './provider-crds.ts'
import type { Scenario } from './scenario/types.ts'
import { type Simulator, startSimulator } from './simulator.ts'
import { at, list } from './world/fields.ts'

/** Everything that `sitrep up` runs, in one process, on a clock that moves only when told. */
export interface TestFleet {
  readonly server: StartedApiServer
  readonly connection: Connection
  readonly workload: (cluster: string) => Promise<Connection>
  readonly timing: ManualTiming
  readonly errors: unknown[]
  readonly controller: Controller
  readonly apply: (...objects: readonly KubeObject[]) => Promise<void>
  readonly read: (path: string) => Promise<KubeObject>
  readonly list: (path: string) => Promise<readonly KubeObject[]>
  readonly patch: (path: string, body: unknown) => Promise<KubeObject>
  readonly remove: (path: string) => Promise<unknown>
  /** Lets time pass until the question is answered with yes. */
  readonly until: (what: string, holds: () => Promise<boolean>, limitMs?: number) => Promise<void>
  /** Ends the simulator and starts another one in its place. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface TestFleetOptions {
  readonly profile?: Profile
  readonly scenario?: Scenario
}

const start = Date.parse('2026-01-01T00:00:00Z')

export async function openTestFleet({
  profile = 'proposal',
  scenario,
}: TestFleetOptions = {}): Promise<TestFleet> {
  const timing = manualTiming(start)
  const server = await startApiServer({ now: timing.now })
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const definitions = [...crds({ profile }), ...providerCrds()]
  const post = (path: string, body: unknown): Promise<KubeObject> =>
    connection.request({ method: 'POST', path, body })
  for (const definition of definitions)
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
  await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } })
  const errors: unknown[] = []
  const workload = async (cluster: string): Promise<Connection> =>
    (await openKubeconfig({ text: server.kubeconfigFor(cluster) })).connection
  const controller = startFleet({
    connection,
    catalog: createCatalog(clusterApi({ profile })),
    mode: 'write',
    timing,
    onWriteError: (ref, error) => errors.push(Object.assign(error, { ref })),
  })
  const begin = (): Promise<Simulator> =>
    startSimulator({
      connection,
      workload: async (cluster) => {
        await server.server.addCluster(cluster)
        return { connection: await workload(cluster), kubeconfig: server.kubeconfigFor(cluster) }
      },
      timing,
      feedFacts: controller.feed,
      onError: (error, what) => errors.push(new Error(what, { cause: error })),
      ...(scenario && { scenario }),
    })
  let simulator = await begin()
  const contentType = 'application/merge-patch+json'
  const read = (path: string): Promise<KubeObject> => connection.request({ path })
  return {
    server,
    connection,
    workload,
    timing,
    errors,
    controller,
    apply: async (...objects) => {
      for (const object of objects) await post(collectionOf(object), object)
    },
    read,
    list: async (path) => list(at(await read(path), 'items')) as readonly KubeObject[],
    patch: (path, body) => connection.request({ method: 'PATCH', path, body, contentType }),
    remove: (path) => connection.request({ method: 'DELETE', path }),
    until: async (what, holds, limitMs = 600_000) => {
      const deadline = timing.now() + limitMs
      while (!(await holds())) {
        if (timing.now() > deadline) throw new Error(`never happened: ${what}`)
        await timing.advance(5_000, 1_000)
        await simulator.settled()
        await controller.settled()
      }
    },
    restart: async () => {
      await simulator.stop()
      simulator = await begin()
    },
    close: async () => {
      await simulator.stop()
      await controller.stop()
      connection.close()
      await server.close()
    },
  }
}

const collectionOf = ({ apiVersion, kind, metadata }: KubeObject): string =>
  `/apis/${apiVersion}/namespaces/${metadata.namespace}/${kind.toLowerCase()}s`

/** The status of one condition in short: `True Available`. */
export function says(object: KubeObject, type: string): string {
  const found = list(at(object.status, 'conditions')).find((condition) => at(condition, 'type') === type)
  return found === undefined ? 'absent' : `${at(found, 'status')} ${at(found, 'reason')}`
}
