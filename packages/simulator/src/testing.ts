import { type StartedApiServer, type StartOptions, startApiServer } from '@sitrep/api-server'
import { clusterApi, crds } from '@sitrep/cluster-api'
import { clusterApiEdge } from '@sitrep/cluster-api-edge'
import { type Controller, type ControllerOptions, startController } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { type ManualTiming, manualTiming } from '@sitrep/controller/testing'
import { at, createCatalog, type KubeObject, list, type Profile, refKey, refOf } from '@sitrep/status'
import { providerCrds } from './families.ts'
import type { FactChange } from './plan/action.ts'
import type { Scenario } from './scenario/types.ts'
import { type Simulator, startSimulator } from './simulator.ts'

/** Everything that `sitrep up` runs, in one process, on a clock that moves only when told. */
export interface TestFleet {
  readonly server: StartedApiServer
  readonly connection: Connection
  readonly workload: (cluster: string) => Promise<Connection>
  readonly timing: ManualTiming
  readonly errors: unknown[]
  /** The one that was started last. */
  readonly controller: Controller
  /** One more controller beside those that run. It knows every fact that was told before. */
  readonly startController: (options?: ControllerChoice) => Controller
  /** Ends all controllers, as if their process had ended, and starts one in their place. */
  readonly restartController: (options?: ControllerChoice) => Promise<void>
  readonly apply: (...objects: readonly KubeObject[]) => Promise<void>
  readonly read: (path: string) => Promise<KubeObject>
  readonly list: (path: string) => Promise<readonly KubeObject[]>
  readonly patch: (path: string, body: unknown) => Promise<KubeObject>
  readonly remove: (path: string) => Promise<unknown>
  /** Lets time pass until the question is answered with yes. */
  readonly until: (what: string, holds: () => Promise<boolean>, limitMs?: number) => Promise<void>
  /** Lets the simulator alone finish what it can do without the clock: controllers that are held up hold nobody up. */
  readonly simulated: () => Promise<void>
  /** Lets the simulator and all controllers finish what they can do without the clock. */
  readonly settled: () => Promise<void>
  /** Ends the simulator and starts another one in its place. */
  readonly restart: () => Promise<void>
  /** Ends the API server, sockets and all, lets time pass, and starts it again on the same port and data. */
  readonly restartServer: (downMs: number) => Promise<void>
  readonly close: () => Promise<void>
}

/** How a controller of a fleet differs from the one that writes everything. */
export type ControllerChoice = Omit<Partial<ControllerOptions>, 'catalog'>

export interface TestFleetOptions {
  readonly profile?: Profile
  readonly scenario?: Scenario
  /** For the first controller, and for those that take its place; `none` starts no first one. */
  readonly controller?: ControllerChoice | 'none'
  readonly server?: StartOptions
}

const start = Date.parse('2026-01-01T00:00:00Z')

export async function openTestFleet(options: TestFleetOptions = {}): Promise<TestFleet> {
  const { profile = 'proposal', scenario } = options
  const timing = manualTiming(start)
  let server = await startApiServer({ ...options.server, now: timing.now })
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const post = (path: string, body: unknown): Promise<KubeObject> =>
    connection.request({ method: 'POST', path, body })
  for (const crd of [...crds({ profile }), ...providerCrds()])
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
  await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } })
  const errors: unknown[] = []
  const workload = async (cluster: string): Promise<Connection> =>
    (await openKubeconfig({ text: server.kubeconfigFor(cluster) })).connection
  const crew = new Crew({ connection, timing, profile, errors })
  const chosen = options.controller === 'none' ? {} : (options.controller ?? {})
  if (options.controller !== 'none') crew.start(chosen)
  const begin = (): Promise<Simulator> =>
    startSimulator({
      connection,
      workload: async (cluster) => {
        await server.server.addCluster(cluster)
        return { connection: await workload(cluster), kubeconfig: server.kubeconfigFor(cluster) }
      },
      timing,
      feedFacts: crew.feed,
      onError: (error, what) => errors.push(new Error(what, { cause: error })),
      ...(scenario && { scenario }),
    })
  let simulator = await begin()
  const settled = async (): Promise<void> => {
    await simulator.settled()
    await crew.settled()
  }
  const contentType = 'application/merge-patch+json'
  const read = (path: string): Promise<KubeObject> => connection.request({ path })
  return {
    get server() {
      return server
    },
    connection,
    workload,
    timing,
    errors,
    get controller() {
      return crew.newest
    },
    startController: (choice = {}) => crew.start(choice),
    restartController: async (choice = chosen) => {
      await crew.stop()
      crew.start(choice)
    },
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
        await settled()
      }
    },
    simulated: () => simulator.settled(),
    settled,
    restart: async () => {
      await simulator.stop()
      simulator = await begin()
    },
    restartServer: async (downMs) => {
      const port = Number(new URL(server.url).port)
      await server.close()
      await timing.advance(downMs, 1_000)
      server = await startApiServer({ ...options.server, port, now: timing.now })
    },
    close: async () => {
      await simulator.stop()
      await crew.stop()
      connection.close()
      await server.close()
    },
  }
}

interface CrewOptions {
  readonly connection: Connection
  readonly timing: ManualTiming
  readonly profile: Profile
  readonly errors: unknown[]
}

/** The controllers of a fleet. */
class Crew {
  readonly #options: CrewOptions
  readonly #facts: Map<string, FactChange> = new Map()
  #controllers: Controller[] = []

  constructor(options: CrewOptions) {
    this.#options = options
  }

  get newest(): Controller {
    const last = this.#controllers.at(-1)
    if (last === undefined) throw new Error('No controller runs')
    return last
  }

  start(choice: ControllerChoice): Controller {
    const { connection, timing, profile, errors } = this.#options
    const controller = startController({
      connection,
      mode: 'write',
      edges: [clusterApiEdge({ sources: [] })],
      onWriteError: (ref, error) => errors.push(Object.assign(error, { ref })),
      timing,
      ...choice,
      catalog: createCatalog(clusterApi({ profile })),
    })
    this.#controllers.push(controller)
    controller.feed([...this.#facts.values()])
    return controller
  }

  feed = (facts: readonly FactChange[]): void => {
    for (const fact of facts) this.#facts.set(refKey('gone' in fact ? fact.gone : refOf(fact.object)), fact)
    for (const controller of this.#controllers) controller.feed(facts)
  }

  async settled(): Promise<void> {
    for (const controller of this.#controllers) await controller.settled()
  }

  async stop(): Promise<void> {
    const all = this.#controllers
    this.#controllers = []
    await Promise.all(all.map((controller) => controller.stop()))
  }
}

function collectionOf({ apiVersion, kind, metadata }: KubeObject): string {
  const plural = `${kind.toLowerCase()}${kind.endsWith('s') ? 'es' : 's'}`
  return `/apis/${apiVersion}/namespaces/${metadata.namespace}/${plural}`
}

/** The status of one condition in short: `True Available`. */
export function says(object: KubeObject, type: string): string {
  const found = list(at(object.status, 'conditions')).find((condition) => at(condition, 'type') === type)
  return found === undefined ? 'absent' : `${at(found, 'status')} ${at(found, 'reason')}`
}
