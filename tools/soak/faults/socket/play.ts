import { setTimeout as delay } from 'node:timers/promises'
import { startApiServer } from '@sitrep/api-server'
import { clusterApi, crds } from '@sitrep/cluster-api'
import { clusterApiEdge } from '@sitrep/cluster-api-edge'
import { type Controller, realTiming, startController, type Timing } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { emptyScenario, faster, providerCrds, startSimulator } from '@sitrep/simulator'
import { createCatalog } from '@sitrep/status'
import { type Chance, chanceOf } from '../../chance.ts'
import { bringUp, type Statuses, settled } from '../driven.ts'
import { statusDifferences } from '../told.ts'
import { type FaultyProxy, openFaultyProxy } from './proxy.ts'

/** What came of one run. */
export interface SocketOutcome {
  readonly statuses: Statuses
  /** In which ways it ended differently; nothing where it held. */
  readonly differences: readonly string[]
  readonly hits: number
}

const profile = 'proposal'
const lastsMs = 3_000
// The controller's clock runs so much faster than that of sockets: who waits a minute for an answer waits half a second.
const hasten = 100
const workloadSilentMs = 1_000

/** Lets a cluster come up and be scaled while the connections to the management cluster and to the workload cluster break and hang. */
export async function playSockets(chance: Chance | undefined, expected?: Statuses): Promise<SocketOutcome> {
  const server = await startApiServer({ tls: false })
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const port = Number(new URL(server.url).port)
  const often = chance === undefined ? 0 : chance.pick([0.2, 0.5])
  const proxyOf = (silentMs?: number): Promise<FaultyProxy> =>
    openFaultyProxy({ port, chance: chance ?? chanceOf(0), often, ...(silentMs && { silentMs }) })
  const [management, workloads] = [await proxyOf(), await proxyOf(workloadSilentMs)]
  const through = (text: string, proxy: FaultyProxy): string => text.replaceAll(`:${port}`, `:${proxy.port}`)
  await prepare(connection)
  const told = new ToldFacts()
  const simulator = await startSimulator({
    connection,
    workload: async (cluster) => {
      await server.server.addCluster(cluster)
      const text = server.kubeconfigFor(cluster)
      return { connection: (await openKubeconfig({ text })).connection, kubeconfig: through(text, workloads) }
    },
    timing: realTiming,
    feedFacts: (facts) => told.tell(facts),
    onError: () => {},
    scenario: faster(emptyScenario, 40),
  })
  const disturbed = await openKubeconfig({ text: through(server.kubeconfig, management) })
  const controller = startController({
    connection: impatient(disturbed.connection),
    timing: hastened(realTiming),
    mode: 'write',
    catalog: createCatalog(clusterApi({ profile })),
    edges: [clusterApiEdge({ sources: [], times: { probeTimeoutMs: 300, probeEveryMs: 20_000 } })],
    // Writes that fail are the point; what counts is what stands there in the end.
    onWriteError: () => {},
  })
  told.to(controller)
  try {
    const begin = performance.now()
    const until = (at: number): Promise<void> => delay(Math.max(0, begin + at - performance.now()))
    await bringUp(connection, until)
    await until(lastsMs)
    for (const proxy of [management, workloads]) proxy.calm()
    const statuses = await settled(connection, expected)
    const hits = [management, workloads].flatMap((proxy) => [...proxy.hits.values()])
    return {
      statuses,
      differences: statusDifferences(statuses, expected ?? statuses),
      hits: hits.reduce((sum, each) => sum + each, 0),
    }
  } finally {
    await Promise.all([controller.stop(), simulator.stop()])
    await Promise.all([management.close(), workloads.close()])
    await server.close()
  }
}

type Facts = Parameters<Controller['feed']>[0]

/** Keeps what the simulator tells until there is somebody to tell it to. */
class ToldFacts {
  #early: Facts = []
  #controller: Controller | undefined

  tell(facts: Facts): void {
    if (this.#controller === undefined) this.#early = [...this.#early, ...facts]
    else this.#controller.feed(facts)
  }

  to(controller: Controller): void {
    this.#controller = controller
    controller.feed(this.#early)
  }
}

const hastened = (timing: Timing): Timing => {
  const begin = timing.now()
  return {
    ...timing,
    now: () => begin + (timing.now() - begin) * hasten,
    elapsed: () => timing.elapsed() * hasten,
    sleep: (milliseconds, signal) => timing.sleep(milliseconds / hasten, signal),
  }
}

/** Requests by the clock of whoever sends them. */
const impatient = (connection: Connection): Connection => ({
  ...connection,
  request: (request) => connection.request({ ...request, timeoutMs: soon(request.timeoutMs) }),
  stream: (request) => connection.stream({ ...request, timeoutMs: soon(request.timeoutMs) }),
})

const soon = (timeoutMs = 60_000): number => Math.max(300, timeoutMs / hasten)

async function prepare(connection: Connection): Promise<void> {
  for (const body of [...crds({ profile }), ...providerCrds()])
    await connection.request({
      method: 'POST',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      body,
    })
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'prod' } }
  await connection.request({ method: 'POST', path: '/api/v1/namespaces', body })
}
