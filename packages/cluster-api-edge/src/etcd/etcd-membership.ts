import { etcdMembershipKind, kubeadmControlPlaneKind, reach } from '@sitrep/cluster-api'
import type { Timing } from '@sitrep/controller'
import { type Connection, ControllerError, withQuery } from '@sitrep/controller/connection'
import { type KubeObject, refKey } from '@sitrep/status'
import type { ConnectedCluster, FactSource } from '../remote/fact-source.ts'
import { certificateLifetimeMs, type EtcdCredentials, etcdCredentials } from './credentials.ts'
import { askEtcd, type EtcdAnswer, wordsOf } from './member/ask-etcd.ts'
import { noAnswer } from './tunnel/carrier.ts'
import { openPortForward } from './tunnel/port-forward.ts'

export interface EtcdMembershipOptions {
  /** The management cluster, where the certificates of the Clusters lie. */
  readonly management: Connection
  readonly timing: Timing
  /** How long each step may take: finding the Pods, opening a tunnel to one, asking through it. */
  readonly timeoutMs?: number
}

const clientPort = 2379
// More members than anybody runs. Whoever shows more Pods than that would keep us asking for ever.
const mostPods = 9
const mostBytes = 16 * 1024 * 1024
const podName = /^[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?$/

/** Looks at the etcd that runs on the control plane Machines of a workload cluster, through a port-forward to one of its Pods. */
export function etcdMembership(options: EtcdMembershipOptions): FactSource {
  const clusters = new Map<string, EtcdOfCluster>()
  return {
    fact: { kind: etcdMembershipKind, about: reach.clusters },
    concerns: ({ spec }) =>
      (spec as { controlPlaneRef?: { kind?: string } } | undefined)?.controlPlaneRef?.kind ===
      kubeadmControlPlaneKind.kind,
    look(cluster) {
      const key = refKey(cluster.ref)
      const known = clusters.get(key) ?? new EtcdOfCluster(options)
      clusters.set(key, known)
      return known.look(cluster)
    },
    forget: (ref) => {
      clusters.delete(refKey(ref))
    },
  }
}

class EtcdOfCluster {
  readonly #options: EtcdMembershipOptions
  #credentials: { readonly good: EtcdCredentials; readonly at: number } | undefined = undefined
  /** The Pod that answered last: it is asked first, so that a healthy etcd costs one connection. */
  #answering = ''
  /** Whether there was an etcd to ask: then it is a failure of it when nobody tells any more where. */
  #wasThere = false
  #last: EtcdAnswer | undefined = undefined
  #failures = 0

  constructor(options: EtcdMembershipOptions) {
    this.#options = options
  }

  async look(cluster: ConnectedCluster): Promise<EtcdAnswer | undefined> {
    const credentials = await this.#currentCredentials(cluster)
    if (credentials === undefined) return undefined
    const pods = await etcdPods(cluster, this.#timeoutMs)
    if (pods instanceof ControllerError) {
      // A server that is not there at all is lost, which its probe tells: what is known of etcd stands.
      if (pods.code === 'not-reachable' && !isLate(pods)) return this.#last
      return this.#wasThere ? this.#failed(unfound(pods)) : undefined
    }
    this.#wasThere = pods.length > 0
    if (pods.length === 0) return undefined
    const answer = await this.#askAny(cluster, credentials, pods)
    if ('failedAt' in answer) return this.#failed(answer)
    this.#failures = 0
    this.#last = answer
    return answer
  }

  get #timeoutMs(): number {
    return this.#options.timeoutMs ?? 5_000
  }

  // A member that restarts refuses for a moment, and certificates are replaced: only what fails twice has failed.
  #failed(answer: EtcdAnswer): EtcdAnswer | undefined {
    this.#credentials = undefined
    this.#failures++
    return this.#failures > 1 ? answer : this.#last
  }

  // The failure that says most is that of the member with whom one came furthest.
  async #askAny(
    cluster: ConnectedCluster,
    credentials: EtcdCredentials,
    pods: readonly string[],
  ): Promise<EtcdAnswer> {
    const order = ['connect', 'members', 'alarms']
    let best: Extract<EtcdAnswer, { failedAt: unknown }> | undefined
    for (const pod of [...pods].sort(
      (a, b) => Number(b === this.#answering) - Number(a === this.#answering),
    )) {
      const answer = await this.#ask(cluster, credentials, pod)
      if (!('failedAt' in answer)) {
        this.#answering = pod
        return answer
      }
      if (best === undefined || order.indexOf(answer.failedAt) > order.indexOf(best.failedAt)) best = answer
      if (cluster.signal.aborted) break
    }
    return best ?? { failedAt: 'connect', error: 'there is no Pod of etcd' }
  }

  async #ask(cluster: ConnectedCluster, credentials: EtcdCredentials, pod: string): Promise<EtcdAnswer> {
    const [{ access, signal }, timeoutMs] = [cluster, this.#timeoutMs]
    try {
      const target = { namespace: 'kube-system', pod, port: clientPort, timeoutMs, signal }
      return await askEtcd(await openPortForward(access, target), { name: pod, credentials, timeoutMs })
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error
      return { failedAt: 'connect', error: wordsOf('connect', error) }
    }
  }

  async #currentCredentials({ ref }: ConnectedCluster): Promise<EtcdCredentials | undefined> {
    const { management, timing } = this.#options
    const now = timing.now()
    const age = now - (this.#credentials?.at ?? Number.NEGATIVE_INFINITY)
    if (this.#credentials !== undefined && age >= 0 && age < certificateLifetimeMs / 2)
      return this.#credentials.good
    const good = await etcdCredentials(management, ref, now)
    this.#credentials = good && { good, at: now }
    return good
  }
}

// Of a server that does not answer in time the same is said as of an etcd that does not.
function unfound(error: ControllerError): EtcdAnswer {
  return { failedAt: 'connect', error: wordsOf('connect', isLate(error) ? noAnswer : error.message) }
}

const isLate = ({ cause }: ControllerError): boolean =>
  (cause as { readonly code?: unknown } | undefined)?.code === 'ETIMEDOUT'

/** The Pods of etcd in byte order of their names, or why the cluster does not tell. */
async function etcdPods(
  { connection, signal }: ConnectedCluster,
  timeoutMs: number,
): Promise<readonly string[] | ControllerError> {
  const path = withQuery('/api/v1/namespaces/kube-system/pods', {
    labelSelector: 'component=etcd,tier=control-plane',
    resourceVersion: 0,
  })
  try {
    const answer = await connection.request<{ items?: unknown } | null>({
      path,
      signal,
      timeoutMs,
      mostBytes,
    })
    const items: readonly (Partial<KubeObject> | null)[] = Array.isArray(answer?.items) ? answer.items : []
    const names = items.map((pod): unknown => pod?.metadata?.name)
    return names
      .filter((name): name is string => typeof name === 'string' && podName.test(name))
      .sort()
      .slice(0, mostPods)
  } catch (error) {
    if (error instanceof ControllerError) return error
    throw error
  }
}
