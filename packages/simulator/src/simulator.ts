import { type ClusterName, crdKind } from '@sitrep/status'
import type { Connection, Timing } from './connection.ts'
import type { PodLogQuestion } from './echo/pod-log.ts'
import { DueClusters } from './execute/due-clusters.ts'
import { actionKey, Executor } from './execute/executor.ts'
import { Management } from './execute/management.ts'
import { Progress } from './execute/progress.ts'
import { type PodName, ServedPods } from './execute/served-pods.ts'
import { type WorkloadAccess, Workloads } from './execute/workloads.ts'
import { simulatedFamilies } from './families.ts'
import type { Action, FactChange } from './plan/action.ts'
import { plan } from './plan/plan.ts'
import { emptyScenario } from './scenario/defaults.ts'
import { happen } from './scenario/part.ts'
import type { Scenario } from './scenario/types.ts'
import type { SimulatedFamily } from './simulated-family.ts'
import type { Concern } from './world/concern.ts'
import { ObjectStore } from './world/store.ts'
import { type World, worldOf } from './world/world.ts'

export interface SimulatorOptions {
  /** The management cluster. */
  readonly connection: Connection
  /** Makes the API of a workload cluster, `<namespace>/<name>`; asked again after a restart, for the same one. */
  readonly workload: (cluster: ClusterName) => Promise<WorkloadAccess>
  readonly timing: Timing
  /** Absent: nothing happens by itself. */
  readonly scenario?: Scenario
  /** Takes what is seen outside the API: who is a member of etcd. */
  readonly feedFacts: (facts: readonly FactChange[]) => void
  /** What is simulated. Absent: all families that this package knows. */
  readonly families?: readonly SimulatedFamily[]
  /** `own` (as if absent): every Pod has a loopback address; `shared`: all are at 127.0.0.1, and other ports are open in place of theirs. */
  readonly podAddresses?: 'own' | 'shared'
  /** Told of what did not succeed; it is tried again either way. */
  readonly onError?: (error: unknown, what: string) => void
}

/** A simulation that runs. */
export interface Simulator {
  /** Resolves once nothing is left to do before the clock moves on. */
  readonly settled: () => Promise<void>
  /** What a pod of the management cluster has written; nothing where it does not run. */
  readonly podLog: (pod: PodName, asked: PodLogQuestion) => string | undefined
  readonly stop: () => Promise<void>
}

const retryMs = 2_000

/** Begins to move the infrastructure of all Clusters through its life. Comes back once everything that is there is known. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const running = new Running(options)
  await running.start()
  return {
    settled: () => running.settled(),
    podLog: (pod, asked) => running.pods.log(pod, asked),
    stop: () => running.stop(),
  }
}

class Running {
  readonly pods: ServedPods
  readonly #options: SimulatorOptions
  readonly #families: readonly SimulatedFamily[]
  readonly #store: ObjectStore
  readonly #management: Management
  readonly #workloads: Workloads
  readonly #executor: Executor
  readonly #scenario: Scenario
  #progress: Progress | undefined = undefined
  readonly #abort = new AbortController()
  /** When to try again what did not succeed. */
  readonly #notBefore: Map<string, number> = new Map()
  readonly #due = new DueClusters()
  readonly #listeners: Set<() => void> = new Set()
  #changed = true
  #wake: (() => void) | undefined = undefined
  #idle = false
  #running: Promise<void> | undefined = undefined
  #crds = 0

  constructor(options: SimulatorOptions) {
    const { connection, timing, feedFacts, workload, families = simulatedFamilies } = options
    this.#options = options
    this.#families = families
    this.#scenario = options.scenario ?? emptyScenario
    this.#store = new ObjectStore(families, (concern) => this.#noteChange(concern))
    const onError = (error: unknown): void => options.onError?.(error, 'follow')
    this.#management = new Management({ connection, families, store: this.#store, timing, onError })
    const followed = families.flatMap((family) => family.workload ?? [])
    this.#workloads = new Workloads({ access: workload, followed, store: this.#store, timing, onError })
    this.pods = new ServedPods(connection, { now: timing.now, addresses: options.podAddresses ?? 'own' })
    this.#executor = new Executor({
      connection,
      workloads: this.#workloads,
      pods: this.pods,
      store: this.#store,
      resource: (ref) =>
        (ref.cluster ?? '') === '' ? this.#management.resource(ref) : this.#workloads.resource(ref),
      feedFacts,
    })
  }

  async start(): Promise<void> {
    const { connection, timing } = this.#options
    await this.#management.start()
    this.#progress = await Progress.open(connection, this.#scenario, timing.now())
    this.#running = this.#run()
  }

  async settled(): Promise<void> {
    while (!this.#idle || this.#changed)
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#listeners.delete(listener)
          resolve()
        }
        this.#listeners.add(listener)
      })
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    this.#wake?.()
    await this.#running
    await Promise.all([this.#workloads.stop(), this.#management.stop(), this.pods.stop()])
  }

  #noteChange(concern: Concern): void {
    this.#due.touch(concern, this.#store.clusters)
    this.#changed = true
    this.#wake?.()
  }

  async #run(): Promise<void> {
    const { signal } = this.#abort
    while (!signal.aborted) {
      this.#idle = false
      const wakeAt = await this.#turn()
      if (!this.#changed && !signal.aborted) await this.#rest(wakeAt)
    }
  }

  /** One look at everything that something happened to, and all that follows from it. Gives back when to look again. */
  async #turn(): Promise<number | undefined> {
    // News that arrives together is looked at together.
    await new Promise((resolve) => setImmediate(resolve))
    this.#changed = false
    await this.#discover()
    const wakes: number[] = await this.#play()
    for (const cluster of this.#due.take(this.#options.timing.now())) await this.#advance(cluster)
    if (this.#due.next !== undefined) wakes.push(this.#due.next)
    return wakes.length === 0 ? undefined : Math.min(...wakes)
  }

  /** Whatever happens next in the life of one cluster. */
  async #advance(cluster: ClusterName): Promise<void> {
    const { timings, seed } = this.#scenario
    const now = this.#options.timing.now()
    for (const [key, at] of this.#notBefore) if (at <= now) this.#notBefore.delete(key)
    const planned = plan(this.#families, { world: this.#worldOf(cluster), now, timings, seed })
    const retries = await this.#attemptAll(planned.actions)
    this.#due.wake(cluster, planned.wakeAt === undefined ? retries : [planned.wakeAt, ...retries])
  }

  /** What the scenario has for this moment, in its order. Gives back when the next of it comes. */
  async #play(): Promise<number[]> {
    const { timing, onError } = this.#options
    const { seed } = this.#scenario
    for (let next = this.#progress?.next; next !== undefined; next = this.#progress?.next) {
      const now = timing.now()
      if (next.at > now || this.#abort.signal.aborted) return [next.at]
      const planned = happen(this.#families, next.entry.happening, { world: this.#world(), now, seed })
      if ('missing' in planned)
        onError?.(new Error(`There is no ${planned.missing}`), next.entry.happening.what)
      else {
        const retries = await this.#attemptAll(planned)
        if (retries.length > 0) return retries
      }
      try {
        await this.#progress?.finishNext()
      } catch (error) {
        onError?.(error, 'progress')
      }
    }
    return []
  }

  async #attemptAll(all: readonly Action[]): Promise<number[]> {
    const retries: number[] = []
    let heldUp = false
    for (const action of all) {
      if (this.#abort.signal.aborted) return retries
      if (heldUp && action.follows === true) continue
      const retryAt = await this.#attempt(action)
      heldUp = retryAt !== undefined
      if (retryAt !== undefined) retries.push(retryAt)
    }
    return retries
  }

  async #attempt(action: Action): Promise<number | undefined> {
    const { timing, onError } = this.#options
    const key = actionKey(action)
    const notBefore = this.#notBefore.get(key)
    if (notBefore !== undefined && notBefore > timing.now()) return notBefore
    const outcome = await this.#executor.execute(action)
    if (outcome.kind === 'done') {
      this.#notBefore.delete(key)
      if (isOutsideStore(action)) this.#noteChange({ cluster: action.cluster })
      return undefined
    }
    if (outcome.kind === 'failed') onError?.(outcome.error, key)
    const retryAt = timing.now() + retryMs
    this.#notBefore.set(key, retryAt)
    return retryAt
  }

  // A kind that was defined since the last look is followed from now on.
  async #discover(): Promise<void> {
    const count = this.#store.count(crdKind)
    if (count === this.#crds) return
    this.#crds = count
    try {
      await this.#management.discover()
      await this.#install()
    } catch (error) {
      this.#options.onError?.(error, 'discover')
      this.#crds = -1
    }
  }

  async #install(): Promise<void> {
    for (const { installation } of this.#families) {
      if (installation === undefined || this.#management.resource(installation.kind) === undefined) continue
      await this.#attemptAll(installation.plan(this.#world()).actions)
    }
  }

  #world(): World {
    return worldOf({
      objects: this.#store.objects,
      workloads: this.#workloads.all,
      serving: this.pods.places(),
    })
  }

  /** The world as far as one cluster is concerned. */
  #worldOf(cluster: ClusterName): World {
    const workload = this.#workloads.get(cluster)
    return worldOf({
      objects: this.#store.of(cluster),
      workloads: new Map(workload === undefined ? [] : [[cluster, workload]]),
      serving: this.pods.places(cluster),
      find: (ref) => this.#store.get(ref),
    })
  }

  async #rest(wakeAt: number | undefined): Promise<void> {
    const { timing } = this.#options
    this.#idle = true
    for (const listener of this.#listeners) listener()
    const alarm = new AbortController()
    const changed = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    const waits: Promise<void>[] = [changed]
    if (wakeAt !== undefined) waits.push(timing.sleep(Math.max(1, wakeAt - timing.now()), alarm.signal))
    if (!this.#changed && !this.#abort.signal.aborted) await Promise.race(waits)
    this.#wake = undefined
    alarm.abort()
  }
}

type OutsideStore = Extract<Action, { act: 'open' | 'connect' | 'close' | 'serve' | 'unserve' }>

// Workload clusters, wires and servers are part of the world, but not of the store.
const isOutsideStore = (action: Action): action is OutsideStore =>
  ['open', 'connect', 'close', 'serve', 'unserve'].includes(action.act)
