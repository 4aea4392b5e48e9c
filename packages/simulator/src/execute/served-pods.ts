import type { ClusterName } from '@sitrep/status'
import type { Connection } from '../connection.ts'
import { type OpenPod, openPod, type PodSurroundings, type ReadMount } from '../echo/open-pod.ts'
import type { PodLogQuestion } from '../echo/pod-log.ts'
import type { EchoPod, PodPlace } from '../echo/types.ts'

/** Which pod of the management cluster is meant. */
export interface PodName {
  readonly namespace: string
  readonly name: string
}

interface Served extends PodName {
  /** Whose concern it is. */
  readonly cluster: ClusterName
  readonly open: OpenPod
}

/** The pods whose servers are open. */
export class ServedPods {
  readonly #connection: Connection
  readonly #around: Omit<PodSurroundings, 'read'>
  readonly #open: Map<string, Served> = new Map()

  constructor(connection: Connection, around: Omit<PodSurroundings, 'read'>) {
    this.#connection = connection
    this.#around = around
  }

  /** Where each of them answers, by key; all of them, or those that are one cluster's concern. */
  places(of?: ClusterName): ReadonlyMap<string, PodPlace> {
    const own = [...this.#open].filter(([, { cluster }]) => cluster === (of ?? cluster))
    return new Map(own.map(([key, { open }]) => [key, open.place]))
  }

  async serve(cluster: ClusterName, pod: EchoPod): Promise<void> {
    if (this.#open.has(pod.key)) return
    const open = await openPod(pod, { ...this.#around, read: this.#read })
    this.#open.set(pod.key, { namespace: pod.namespace, name: pod.name, cluster, open })
  }

  async end(key: string): Promise<void> {
    const served = this.#open.get(key)
    this.#open.delete(key)
    await served?.open.close()
  }

  /** What a pod has written; nothing where it does not run. */
  log(pod: PodName, asked: PodLogQuestion): string | undefined {
    for (const { namespace, name, open } of this.#open.values())
      if (namespace === pod.namespace && name === pod.name) return open.log(asked)
    return undefined
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((key) => this.end(key)))
  }

  #read: ReadMount = async ({ kind, name }, namespace) => {
    const plural = kind === 'Secret' ? 'secrets' : 'configmaps'
    const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/${plural}/${encodeURIComponent(name)}`
    const { data = {} } = await this.#connection.request<{ data?: Record<string, string> }>({ path })
    if (kind === 'ConfigMap') return data
    return Object.fromEntries(
      Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]),
    )
  }
}
