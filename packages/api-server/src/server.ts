import { generateKeyPairSync, randomInt, randomUUID } from 'node:crypto'
import { createStaticTokenReader, type StaticToken } from './auth/authenticate.ts'
import { builtinResources } from './builtin/builtin-resources.ts'
import { withLoopbackEndpoints } from './builtin/loopback-endpoints.ts'
import type { Edge } from './cluster/cluster.ts'
import { openCluster } from './cluster/open-cluster.ts'
import type { PodLogs } from './cluster/pod-logs.ts'
import type { ServedCluster } from './cluster/served-cluster.ts'
import type { ControllerSwitches } from './controllers/start-controllers.ts'
import { withDefinitionRules } from './crd/serving/definition-rules.ts'
import { OpenStreams } from './fairness/open-streams.ts'
import { Seats } from './fairness/seats.ts'
import { createAnswer } from './handlers/answer.ts'
import { TextThread } from './json/text-thread.ts'
import { fetchHandler } from './listener/fetch-handler.ts'
import { type Listening, type ListenOptions, listen } from './listener/http-listener.ts'
import { type ApiRequest, type WholeResponse, wholeResponse } from './request/api-request.ts'
import type { Resource } from './resources/resource.ts'
import { openMemoryStore } from './store/memory-store.ts'
import type { Store } from './store/store.ts'
import type { ServiceResolver } from './webhooks/webhook-address.ts'

export interface ApiServerOptions {
  /** Absent: in memory. Closed together with the server. */
  readonly store?: Store
  /** `<namespace>/<name>` of clusters to serve besides the one at the root and those that the store knows. */
  readonly clusters?: readonly string[]
  /** Bearer tokens and whom they stand for. */
  readonly tokens?: readonly StaticToken[]
  /** `false`: everybody who is known may do everything. By default roles decide, except for `system:masters`. */
  readonly rbac?: boolean
  /** What the server does by itself, besides answering. */
  readonly controllers?: ControllerSwitches
  /** Who answers for a Service that a webhook lies behind. Absent, or where it does not know: the Service's endpoints. */
  readonly resolveService?: ServiceResolver
  /** What containers of Pods have written. Absent: nobody runs any. */
  readonly podLogs?: PodLogs
  /** Whether EndpointSlices may name loopback addresses. Elsewhere they lead to another machine from each; here there is one. Default: no. */
  readonly loopbackEndpoints?: boolean
  /** PEM of an EC key that signs the tokens of service accounts. Absent: one that ends with the process. */
  readonly tokenKey?: string
  readonly now?: () => number
  /** Where uids and generated names come from. Absent: the platform's own randomness. */
  readonly random?: Randomness
  /** Told of mistakes of the server's own and of what its controllers have to try again. Absent: standard error. */
  readonly report?: (error: unknown, where: string) => void
}

/** Chance, as far as the server needs it. */
export interface Randomness {
  readonly uuid: () => string
  /** A whole number from 0 to below `limit`. */
  readonly integer: (limit: number) => number
}

const platformRandomness: Randomness = { uuid: () => randomUUID(), integer: (limit) => randomInt(limit) }

/** A Kubernetes API server. Answers requests with or without a socket. */
export interface ApiServer {
  /** Answers one request. Never rejects: what goes wrong is told in the answer. */
  readonly answer: (request: ApiRequest) => Promise<WholeResponse>
  /** The same for the platform's own Request and Response. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly listen: (options?: ListenOptions) => Promise<Listening>
  /** Serves one more cluster, `<namespace>/<name>`, under `/clusters/<namespace>/<name>`. */
  readonly addCluster: (name: string) => Promise<void>
  /** A token of an administrator of one cluster, `<namespace>/<name>`: it opens nothing else. Throws for one that is not served. */
  readonly administratorToken: (name: string) => string
  /** Stops serving a cluster and deletes all that it holds. */
  readonly removeCluster: (name: string) => Promise<void>
  /** Ends watches, finishes writes under way, and closes listeners and store. */
  readonly close: () => Promise<void>
}

const clusterName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?\/[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/

export async function createApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  const now = options.now ?? Date.now
  const report = options.report ?? reportToConsole
  const { uuid, integer } = options.random ?? platformRandomness
  // Whoever brings a clock brings it for both.
  const elapsed = options.now ?? (() => performance.now())
  const edge: Edge = { now, elapsed, randomUuid: uuid, randomInt: integer }
  const store = options.store ?? openMemoryStore({ now })
  const builtin = servedResources(options)
  const readStaticToken = createStaticTokenReader(options.tokens ?? [])
  const tokenKey = options.tokenKey ?? newTokenKey()
  const clusters = new Map<string, ServedCluster>()
  const seats = new Seats()
  const texts = new TextThread()
  const addCluster = async (name: string): Promise<void> => {
    if (clusters.has(name)) return
    if (name !== '' && !clusterName.test(name))
      throw new TypeError(`${JSON.stringify(name)} is no <namespace>/<name>`)
    const shared = { store, builtin, edge, readStaticToken, tokenKey, report, seats }
    const { rbac = true, controllers = {}, resolveService = () => undefined } = options
    const logs = options.podLogs && { podLogs: options.podLogs }
    clusters.set(name, await openCluster({ name, ...shared, rbac, controllers, resolveService, ...logs }))
  }
  for (const name of ['', ...store.clusters(), ...(options.clusters ?? [])]) await addCluster(name)
  const answer = createAnswer({ clusters, edge, seats, streams: new OpenStreams(), texts, report })
  const listeners = new Set<Listening>()
  return {
    answer: async ({ body, ...head }) =>
      wholeResponse(await answer({ ...head, takeBody: () => Promise.resolve(body) })),
    fetch: fetchHandler(answer),
    addCluster,
    administratorToken: (name) => {
      const token = clusters.get(name)?.access.administratorToken?.()
      if (token === undefined) throw new TypeError(`${JSON.stringify(name)} is no cluster besides the first`)
      return token
    },
    removeCluster: async (name) => {
      const served = clusters.get(name)
      if (served === undefined || name === '') return
      clusters.delete(name)
      await served.close()
      await emptyCluster(store, name)
    },
    listen: async (listening = {}) => {
      const open = await listen({ answer, report }, listening)
      listeners.add(open)
      return open
    },
    close: async () => {
      for (const served of clusters.values()) await served.close()
      await Promise.all([...listeners].map((open) => open.close()))
      texts.close()
      await store.close()
    },
  }
}

async function emptyCluster(store: Store, name: string): Promise<void> {
  const left = store.collections(name).flatMap((collection) => store.list(collection))
  await Promise.all(left.map((expected) => store.write({ key: expected.key, expected })))
}

const preservedPods =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning'

/** The built-in resources with the rules that need the server around them. */
function servedResources({ loopbackEndpoints = false }: ApiServerOptions): readonly Resource[] {
  return builtinResources({ versions: 'stable' }).map((resource) => {
    if (resource.plural === 'customresourcedefinitions') return withDefinitionRules(resource)
    const { behaviour } = resource
    if (loopbackEndpoints && resource.plural === 'endpointslices') return withLoopbackEndpoints(resource)
    if (resource.group !== 'batch' || behaviour.defaultPropagation !== 'Orphan') return resource
    return { ...resource, behaviour: { ...behaviour, unsaidPropagation: preservedPods } }
  })
}

function newTokenKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function reportToConsole(error: unknown, where: string): void {
  console.error(`api-server: ${where}:`, error)
}
