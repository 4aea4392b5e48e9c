import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { startApiServer } from '@sitrep/api-server'
import { type Controller, startController } from '@sitrep/controller'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'
import { eventually } from '@sitrep/controller/testing'
import { builtInAbilities, replicasEdge } from '@sitrep/data-plane'
import { gatewayApi, gatewayApiCrds } from '@sitrep/gateway-api'
import { at, conditionAt, createCatalog, type KubeObject } from '@sitrep/status'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'sitrep.mjs')
const home = 'gateways'

/** A cluster with a controller that looks after replicas, each a process of its own on its own loopback address. */
export interface ReplicatedCluster {
  readonly connection: Connection
  readonly apply: (object: object) => Promise<void>
  readonly patch: (path: string, body: unknown) => Promise<unknown>
  readonly read: (path: string) => Promise<KubeObject>
  /** `True Programmed: ` with the message. */
  readonly programmed: () => Promise<string>
  /** The Service that was made for the only Gateway. */
  readonly gatewayService: () => Promise<(KubeObject & { readonly spec?: unknown }) | undefined>
  readonly startReplica: (address: string) => Promise<StartedReplica>
  /** Says which replicas take traffic. */
  readonly publishReplicas: (...addresses: readonly string[]) => Promise<void>
  readonly close: () => Promise<void>
}

/** One replica. */
export interface StartedReplica {
  readonly address: string
  readonly process: ChildProcess
  readonly ready: () => Promise<boolean>
  readonly ask: (path: string) => Promise<string>
  /** Asks it to end, and resolves when it has. */
  readonly end: () => Promise<number | null>
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.2')
  await once(server, 'listening')
  const port = Number(at(server.address(), 'port'))
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts all of it but the replicas. */
export async function openReplicatedCluster(folder: string): Promise<ReplicatedCluster> {
  const server = await startApiServer({ tls: false, loopbackEndpoints: true })
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, server.kubeconfig, { mode: 0o600 })
  const { connection } = await openKubeconfig({ text: server.kubeconfig })
  const port = await freePort()
  const cluster = new Replicated({ connection, kubeconfig, port })
  const post = (path: string, body: unknown) => connection.request({ method: 'POST', path, body })
  for (const crd of gatewayApiCrds({ profile: 'released' }))
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd)
  for (const name of ['infra', 'shop', home]) await post('/api/v1/namespaces', { metadata: { name } })
  await cluster.apply({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'replicas', namespace: home },
    spec: { clusterIP: 'None', selector: { app: 'replica' }, ports: [{ name: 'reports', port }] },
  })
  const controller: Controller = startController({
    connection,
    catalog: createCatalog(gatewayApi({ profile: 'released', abilities: builtInAbilities })),
    mode: 'write',
    edges: [
      replicasEdge({
        service: { namespace: home, name: 'replicas' },
        type: 'LoadBalancer',
        asking: { waitMs: 300, patienceMs: 700 },
      }),
    ],
  })
  return {
    ...cluster.bound(),
    connection,
    close: async () => {
      await cluster.endAll()
      await controller.stop()
      connection.close()
      await server.close()
    },
  }
}

const plurals: Readonly<Record<string, string>> = { GatewayClass: 'gatewayclasses' }

function pathOf({ apiVersion, kind, metadata: { namespace } }: KubeObject): string {
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const plural = plurals[kind] ?? `${kind.toLowerCase()}s`
  return `${root}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}`
}

interface Around {
  readonly connection: Connection
  readonly kubeconfig: string
  readonly port: number
}

class Replicated {
  readonly #around: Around
  readonly #started: StartedReplica[] = []

  constructor(around: Around) {
    this.#around = around
  }

  bound(): Omit<ReplicatedCluster, 'connection' | 'close'> {
    return {
      apply: (object) => this.apply(object),
      patch: (path, body) => this.patch(path, body),
      read: (path) => this.#around.connection.request({ path }),
      programmed: async () => {
        const path = '/apis/gateway.networking.k8s.io/v1/namespaces/infra/gateways/edge'
        const gateway: KubeObject = await this.#around.connection.request({ path })
        const condition = conditionAt(gateway, 'Programmed')
        return `${condition?.status} ${condition?.reason}: ${condition?.message}`
      },
      gatewayService: async () => {
        const labelled = 'labelSelector=gateway.networking.k8s.io%2Fgateway-name'
        const path = `/api/v1/namespaces/${home}/services?${labelled}`
        const found: { items: readonly KubeObject[] } = await this.#around.connection.request({ path })
        return found.items[0]
      },
      startReplica: (address) => this.#startReplica(address),
      publishReplicas: (...addresses) => this.#publish(addresses),
    }
  }

  async apply(object: object): Promise<void> {
    const given = object as KubeObject
    await this.#around.connection.request({ method: 'POST', path: pathOf(given), body: given })
  }

  patch(path: string, body: unknown): Promise<unknown> {
    const contentType = 'application/merge-patch+json'
    return this.#around.connection.request({ method: 'PATCH', path, body, contentType })
  }

  async endAll(): Promise<void> {
    for (const { process: child } of this.#started) child.kill('SIGCONT')
    await Promise.all(this.#started.map((each) => each.end()))
  }

  async #publish(addresses: readonly string[]): Promise<void> {
    const slice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'replicas-1', namespace: home, labels: { 'kubernetes.io/service-name': 'replicas' } },
      addressType: 'IPv4',
      ports: [{ name: 'reports', port: this.#around.port, protocol: 'TCP' }],
      endpoints: addresses.map((address) => ({
        addresses: [address],
        conditions: { ready: true },
        targetRef: { kind: 'Pod', namespace: home, name: `pod-${address.split('.').at(-1)}` },
      })),
    }
    await this.#around.connection.request({
      method: 'PATCH',
      path: `${pathOf(slice)}/replicas-1?fieldManager=kubernetes&force=true`,
      body: slice,
      contentType: 'application/apply-patch+yaml',
    })
  }

  async #startReplica(address: string): Promise<StartedReplica> {
    const { kubeconfig, port } = this.#around
    const line = [
      'data-plane',
      `--kubeconfig=${kubeconfig}`,
      `--service-namespace=${home}`,
      `--address=${address}`,
      `--metrics-host=${address}`,
      `--metrics-port=${port}`,
      '--log-level=warn',
      '--shutdown-delay=1s',
    ]
    const child = spawn(process.execPath, ['--conditions=@sitrep/source', launcher, ...line], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const ended = once(child, 'exit') as Promise<[number | null]>
    const get = (path: string) =>
      fetch(`http://${address}:${port}${path}`, { signal: AbortSignal.timeout(2_000) })
    const replica: StartedReplica = {
      address,
      process: child,
      ready: () =>
        get('/readyz').then(
          ({ status }) => status === 200,
          () => false,
        ),
      ask: async (path) => (await get(path)).text(),
      end: async () => {
        child.kill('SIGTERM')
        return (await ended)[0]
      },
    }
    this.#started.push(replica)
    await eventually('the replica is ready', replica.ready)
    return replica
  }
}

/** Asks again and again through whoever is chosen, until it is stopped; tells how many were answered, and what went wrong. */
export function startLoad(
  choose: () => string,
  port: () => number,
): () => Promise<{ answered: number; lost: readonly string[] }> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
  const lost: string[] = []
  let answered = 0
  let stopped = false
  const once1 = (): Promise<void> =>
    new Promise((resolve) => {
      const request = http.get({
        agent,
        host: choose(),
        port: port(),
        path: '/',
        headers: { host: 'shop.example' },
      })
      request.once('response', (response) => {
        if (response.statusCode === 200) answered += 1
        else lost.push(`status ${response.statusCode}`)
        response.resume().once('close', () => resolve())
      })
      request.once('error', (error) => {
        // Of a connection that was idle and ended, a client learns only by asking: it asks again.
        if (!request.reusedSocket) lost.push(String(error))
        resolve()
      })
    })
  const workers = Array.from({ length: 4 }, async () => {
    while (!stopped) await once1()
  })
  return async () => {
    stopped = true
    await Promise.all(workers)
    agent.destroy()
    return { answered, lost }
  }
}
