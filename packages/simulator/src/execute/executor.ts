import {
  type ClusterName,
  groupOf,
  type KubeObject,
  kindKey,
  managementCluster,
  type ObjectRef,
  refKey,
  refOf,
} from '@sitrep/status'
import { type Connection, httpStatusOf } from '../connection.ts'
import type { Action, FactChange } from '../plan/action.ts'
import { collectionPath, type Resource } from '../world/resource.ts'
import type { ObjectStore } from '../world/store.ts'
import type { ServedPods } from './served-pods.ts'
import type { Workloads } from './workloads.ts'

export interface ExecutorOptions {
  readonly connection: Connection
  readonly workloads: Workloads
  readonly pods: ServedPods
  readonly store: ObjectStore
  /** How a kind is served; nothing while it is not. */
  readonly resource: (ref: Pick<ObjectRef, 'group' | 'kind' | 'cluster'>) => Resource | undefined
  readonly feedFacts: (facts: readonly FactChange[]) => void
}

/** What became of an action. `later` will be right another time and needs no attention; `failed` is worth telling. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'later' }
  | { readonly kind: 'failed'; readonly error: unknown }

const done: Outcome = { kind: 'done' }

/** Does what was planned, one action at a time; what the API answers is known at once. */
export class Executor {
  readonly #options: ExecutorOptions

  constructor(options: ExecutorOptions) {
    this.#options = options
  }

  async execute(action: Action): Promise<Outcome> {
    try {
      await this.#perform(action)
      return done
    } catch (error) {
      return this.#outcomeOf(action, error)
    }
  }

  async #perform(action: Action): Promise<void> {
    const { workloads, pods, feedFacts } = this.#options
    switch (action.act) {
      case 'create':
        return this.#create(action.cluster ?? managementCluster, action.object)
      case 'patch':
        return this.#patch(action)
      case 'delete':
        return this.#delete(action)
      case 'evict':
        return this.#evict(action.ref)
      case 'open':
        return workloads.open(action.cluster)
      case 'connect':
        return workloads.setReachable(action.cluster, action.reachable)
      case 'close':
        return workloads.close(action.cluster)
      case 'serve':
        return pods.serve(action.cluster, action.pod)
      case 'unserve':
        return pods.end(action.pod)
      case 'tell':
        this.#remember(action.fact)
        return feedFacts([action.fact])
    }
  }

  #outcomeOf(action: Action, error: unknown): Outcome {
    const status = httpStatusOf(error)
    if (status === 404 && (action.act === 'patch' || action.act === 'delete' || action.act === 'evict')) {
      this.#options.store.remove(action.ref, 'answer')
      return done
    }
    if (status === 409 && action.act === 'create') return done
    // A container waits for what is mounted into it.
    if (status === 404 && action.act === 'serve') return { kind: 'later' }
    if (status === 409 || status === 429) return { kind: 'later' }
    return { kind: 'failed', error }
  }

  async #create(cluster: ClusterName, wanted: KubeObject): Promise<void> {
    const ref = refOf(wanted, cluster)
    const { connection, resource } = this.#reach(ref)
    const { group, version } = resource
    const object = { ...wanted, apiVersion: group === '' ? version : `${group}/${version}` }
    const path = collectionPath(resource, wanted.metadata.namespace)
    const created = await connection.request<KubeObject>({ method: 'POST', path, body: object })
    this.#options.store.put(cluster, created)
    if (wanted.status !== undefined)
      await this.#patch({ act: 'patch', ref, part: 'status', body: { status: wanted.status } })
  }

  async #patch({ ref, part, body, expecting }: Extract<Action, { act: 'patch' }>): Promise<void> {
    const { connection, path } = this.#reach(ref)
    const patched = await connection.request<KubeObject>({
      method: 'PATCH',
      path: part === undefined ? path : `${path}/${part}`,
      body: expecting === undefined ? body : withVersion(body, expecting),
      contentType: 'application/merge-patch+json',
    })
    const { metadata } = patched
    const over = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0
    if (over && ref.kind !== 'Pod') this.#options.store.remove(ref, 'answer')
    else this.#options.store.put(ref.cluster ?? managementCluster, patched)
  }

  async #delete({ ref, grace }: Extract<Action, { act: 'delete' }>): Promise<void> {
    const { connection, path } = this.#reach(ref)
    const query = grace === 'none' ? '?gracePeriodSeconds=0' : ''
    const answer = await connection.request<KubeObject>({ method: 'DELETE', path: `${path}${query}` })
    const left = answer.metadata?.finalizers?.length ?? 0
    const ending = ref.kind === 'Pod' && grace === undefined
    if (answer.kind === ref.kind && (left > 0 || ending))
      this.#options.store.put(ref.cluster ?? managementCluster, answer)
    else this.#options.store.remove(ref, 'answer')
  }

  async #evict(ref: ObjectRef): Promise<void> {
    const { connection, path } = this.#reach(ref)
    const { name, namespace } = ref
    const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } }
    await connection.request({ method: 'POST', path: `${path}/eviction`, body })
  }

  #remember(fact: FactChange): void {
    if ('object' in fact) this.#options.store.put(managementCluster, fact.object)
    else this.#options.store.remove(fact.gone, 'watch')
  }

  #reach(ref: ObjectRef): { connection: Connection; resource: Resource; path: string } {
    const cluster = ref.cluster ?? managementCluster
    const { connection, workloads } = this.#options
    const reached = cluster === managementCluster ? connection : workloads.connection(cluster)
    const resource = this.#options.resource(ref)
    if (reached === undefined) throw new Error(`The workload cluster ${cluster} is not open`)
    if (resource === undefined) throw new Error(`${kindKey(ref)} is not served`)
    const path = `${collectionPath(resource, ref.namespace)}/${encodeURIComponent(ref.name)}`
    return { connection: reached, resource, path }
  }
}

function withVersion(body: unknown, resourceVersion: string): unknown {
  const { metadata, ...rest } = body as { metadata?: object }
  return { ...rest, metadata: { ...metadata, resourceVersion } }
}

/** A text that two actions share when they do the same to the same object. */
export function actionKey(action: Action): string {
  switch (action.act) {
    case 'create':
      return `create ${action.cluster ?? ''} ${groupOf(action.object.apiVersion)} ${action.object.kind} ${action.object.metadata.namespace ?? ''}/${action.object.metadata.name}`
    case 'patch':
    case 'delete':
    case 'evict':
      return `${action.act} ${refKey(action.ref)} ${action.act === 'patch' ? (action.part ?? '') : ''}`
    case 'open':
    case 'connect':
    case 'close':
      return `${action.act} ${action.cluster}`
    case 'serve':
      return `serve ${action.pod.key}`
    case 'unserve':
      return `unserve ${action.pod}`
    case 'tell':
      return 'tell'
  }
}
