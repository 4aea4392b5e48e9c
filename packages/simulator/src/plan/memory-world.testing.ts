import { type ClusterName, fields, type KubeObject, type ObjectRef, refKey, refOf } from '@sitrep/status'
import { type EchoPod, type PodPlace, sharedAddress } from '../echo/types.ts'
import { simulatedFamilies } from '../families.ts'
import { defaultTimings } from '../scenario/defaults.ts'
import type { Timings } from '../scenario/types.ts'
import { concernOf } from '../world/concern.ts'
import { type Workload, type World, worldOf } from '../world/world.ts'
import type { Action, Plan } from './action.ts'
import type { PlanInput, Planner } from './input.ts'
import { plan } from './plan.ts'

const start = Date.parse('2026-01-01T00:00:00Z')

/** A world without a server: plans are carried out on objects in memory, and the clock jumps from one moment to the next. */
export class MemoryWorld {
  now = start
  readonly timings: Timings
  readonly seed: string
  /** Every action that was carried out, with the seconds since the beginning. */
  readonly log: string[] = []
  readonly #objects: Map<string, { cluster: ClusterName; object: KubeObject }> = new Map()
  readonly #workloads: Map<ClusterName, Workload> = new Map()
  readonly #serving: Map<string, { cluster: ClusterName; place: PodPlace }> = new Map()
  readonly #podAddresses: 'own' | 'shared'
  #versions = 0
  #freePort = 40_000

  constructor({
    seed = 'test',
    timings = defaultTimings,
    podAddresses = 'own',
  }: {
    seed?: string
    timings?: Timings
    podAddresses?: 'own' | 'shared'
  } = {}) {
    this.seed = seed
    this.#podAddresses = podAddresses
    this.timings = timings
  }

  get input(): PlanInput {
    const world = worldOf({
      objects: this.#objects.values(),
      workloads: this.#workloads,
      serving: this.#servingOf(),
    })
    return { world, now: this.now, timings: this.timings, seed: this.seed }
  }

  get world(): World {
    return this.input.world
  }

  /** What is looked at when only one cluster is due. */
  inputOf(cluster: ClusterName): PlanInput {
    const workload = this.#workloads.get(cluster)
    const world = worldOf({
      objects: [...this.#objects.values()].filter((stored) => {
        const concern = concernOf(simulatedFamilies, stored)
        return 'cluster' in concern && concern.cluster === cluster
      }),
      workloads: new Map(workload === undefined ? [] : [[cluster, workload]]),
      serving: this.#servingOf(cluster),
      find: (ref) => this.#objects.get(refKey(ref))?.object,
    })
    return { ...this.input, world }
  }

  #servingOf(of?: ClusterName): ReadonlyMap<string, PodPlace> {
    const own = [...this.#serving].filter(([, { cluster }]) => cluster === (of ?? cluster))
    return new Map(own.map(([key, { place }]) => [key, place]))
  }

  add(...objects: readonly KubeObject[]): this {
    for (const object of objects) this.apply({ act: 'create', object })
    return this
  }

  /** Carries plans out until the time is over, looking again whenever one says so. */
  run(seconds: number, eachTurn: (world: World) => void = () => {}): this {
    const end = this.now + seconds * 1000
    for (let turns = 0; turns < 20_000; turns++) {
      const planned: Plan = plan(simulatedFamilies, this.input)
      for (const action of planned.actions) {
        this.log.push(`${Math.round((this.now - start) / 1000)} ${told(action)}`)
        this.apply(action)
      }
      eachTurn(this.world)
      if (planned.actions.length > 0) continue
      if (planned.wakeAt === undefined || planned.wakeAt > end) {
        this.now = end
        return this
      }
      this.now = Math.max(this.now + 1, planned.wakeAt)
    }
    throw new Error(`The world never comes to rest; last: ${this.log.slice(-5).join('; ')}`)
  }

  apply(action: Action): void {
    switch (action.act) {
      case 'create':
        this.#create(action.cluster ?? '', action.object)
        break
      case 'patch':
        this.change(action.ref, action.body)
        break
      case 'delete':
      case 'evict':
        this.remove(action.ref)
        break
      case 'tell':
        if ('object' in action.fact) this.#put('', action.fact.object)
        else this.#objects.delete(refKey(action.fact.gone))
        break
      case 'serve':
        this.#serving.set(action.pod.key, { cluster: action.cluster, place: this.#placeOf(action.pod) })
        break
      case 'unserve':
        this.#serving.delete(action.pod)
        break
      default:
        this.#network(action)
    }
  }

  // As if every container had one port: the one that it declares, or that its environment names.
  #placeOf({ address, containers }: EchoPod): PodPlace {
    if (this.#podAddresses === 'own') return { address, ports: {} }
    const numbers = containers.flatMap(({ env, ports }) =>
      env['HTTP_PORT'] === undefined ? ports : [Number(env['HTTP_PORT'])],
    )
    return {
      address: sharedAddress,
      ports: Object.fromEntries(numbers.map((port) => [`${port}/TCP`, ++this.#freePort])),
    }
  }

  #network(action: Extract<Action, { act: 'open' | 'connect' | 'close' }>): void {
    const { cluster } = action
    if (action.act === 'close') {
      this.#workloads.delete(cluster)
      for (const [key, stored] of this.#objects) if (stored.cluster === cluster) this.#objects.delete(key)
      return
    }
    const reachable = action.act === 'connect' && action.reachable
    this.#workloads.set(cluster, { kubeconfig: '{}', host: '127.0.0.1', port: 1, reachable })
  }

  /** A merge patch. */
  change(ref: ObjectRef, body: unknown): void {
    const stored = this.#objects.get(refKey(ref))
    if (stored === undefined) return
    const patched = merged(stored.object, body) as KubeObject
    const { deletionTimestamp, finalizers = [] } = patched.metadata
    if (deletionTimestamp !== undefined && finalizers.length === 0) this.#objects.delete(refKey(ref))
    else this.#put(stored.cluster, patched)
  }

  remove(ref: ObjectRef): void {
    const stored = this.#objects.get(refKey(ref))
    if (stored === undefined) return
    const finalizers = stored.object.metadata.finalizers ?? []
    if (finalizers.length === 0) this.#objects.delete(refKey(ref))
    else if (stored.object.metadata.deletionTimestamp === undefined)
      this.change(ref, { metadata: { deletionTimestamp: new Date(this.now).toISOString() } })
  }

  #create(cluster: ClusterName, object: KubeObject): void {
    const key = refKey(refOf(object, cluster))
    if (this.#objects.has(key)) return
    const metadata = {
      ...object.metadata,
      uid: `uid-${key}-${this.#versions}`,
      generation: 1,
      creationTimestamp: new Date(this.now).toISOString(),
    }
    this.#put(cluster, { ...object, metadata })
  }

  #put(cluster: ClusterName, object: KubeObject): void {
    const resourceVersion = String(++this.#versions)
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion } }
    this.#objects.set(refKey(refOf(stored, cluster)), { cluster, object: stored })
  }
}

function merged(value: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result: Record<string, unknown> = { ...fields(value) }
  for (const [key, part] of Object.entries(patch)) {
    if (part === null) delete result[key]
    else result[key] = merged(result[key], part)
  }
  return result
}

/** An action in short: `delete Machine blue-cp-a`. */
export function told(action: Action): string {
  switch (action.act) {
    case 'create':
      return `create ${action.object.kind} ${action.object.metadata.name}`
    case 'patch':
      return `patch ${action.ref.kind} ${action.ref.name} ${Object.keys(fields(action.body)).join()}`
    case 'delete':
    case 'evict':
      return `${action.act} ${action.ref.kind} ${action.ref.name}`
    case 'connect':
      return `connect ${action.cluster} ${action.reachable}`
    case 'tell':
      return 'object' in action.fact ? `tell ${action.fact.object.kind}` : `untell ${action.fact.gone.kind}`
    case 'serve':
      return `serve ${action.pod.name}`
    case 'unserve':
      return `unserve ${action.pod}`
    default:
      return `${action.act} ${action.cluster}`
  }
}

/** The only object of a kind whose name begins so. */
export function only(
  world: World,
  kind: { group: string; kind: string },
  prefix = '',
  cluster = '',
): KubeObject {
  const [found] = world.list(kind, cluster).filter(({ metadata }) => metadata.name.startsWith(prefix))
  if (found === undefined) throw new Error(`There is no ${kind.kind} ${prefix}`)
  return found
}

/** What one planner would do, without names and in order: `delete Machine`. */
export function planned(planner: Planner, world: MemoryWorld): string {
  const short = planner(world.input).actions.map((action) => {
    const [act, kind, name = '', keys] = told(action).split(' ')
    return [act, kind, keys ?? (act === 'connect' ? name : '')].filter((word) => word !== '').join(' ')
  })
  return short.length === 0 ? 'nothing' : short.join(', ')
}
