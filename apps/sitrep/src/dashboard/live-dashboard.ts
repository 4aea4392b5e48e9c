import { Background, type OnFault, type RecordedTransition, type Task, type Timing } from '@sitrep/controller'
import type { StatusChange, WorldChange } from '@sitrep/engine'
import { kindKey, managementCluster, type ObjectRef, refKey, refOf } from '@sitrep/status'
import { transitionAnswer } from './answers/transition-answer.ts'
import { ChangeLog } from './change-log.ts'
import { type Dashboard, dashboardOver } from './dashboard.ts'
import { KeptFleet } from './fleet/kept-fleet.ts'
import type { DashboardWorld } from './world/dashboard-world.ts'

// Changes come in flocks.
const calmMs = 50
// Longer nobody else waits for a turn.
const sliceMs = 10
const clockMs = 2_000
// Where a world takes long to be read, what there is is shown all the same.
const patienceMs = 5_000
// Whoever is told of more at once is better off asking for everything.
const mostTouched = 2_000
const touchedTogether = 200

const keeping: Task = { what: 'keeping the dashboard', about: 'process', name: 'dashboard' }

export interface LiveOptions {
  readonly world: DashboardWorld
  readonly timing: Timing
  /** Whether everything has been read once. */
  readonly synced: () => boolean
  readonly onFault?: OnFault
}

/** The dashboard of a running controller: told what happens, it keeps its answers up to date and tells whoever listens. */
export class LiveDashboard {
  readonly dashboard: Dashboard
  readonly #options: LiveOptions
  readonly #background: Background
  readonly #fleet: KeptFleet
  readonly #log: ChangeLog
  readonly #stopping = new AbortController()
  readonly #touched: Map<string, ObjectRef> = new Map()
  readonly #startedAt: number
  #working: Promise<void> | undefined = undefined
  #revision = -1
  #kinds = ''
  #warm = false
  readonly #ticking: Promise<void>

  constructor(options: LiveOptions) {
    this.#options = options
    this.#background = new Background(options.onFault)
    this.#fleet = new KeptFleet(options.world)
    this.#startedAt = options.timing.elapsed()
    this.#log = new ChangeLog(options.timing.now())
    this.dashboard = dashboardOver({ world: options.world, fleet: this.#fleet, log: this.#log })
    this.#ticking = this.#background.start(keeping, () => this.#tick())
  }

  /** Changes of the world that were taken in. */
  taken(changes: readonly WorldChange[]): void {
    for (const change of changes) {
      if ('gone' in change) this.#touch(change.gone, 'seen')
      // What another process looks after from now on is shown by that one.
      else if ('moved' in change) this.#touch(change.moved, 'seen')
      else if ('object' in change) this.#touch(refOf(change.object, change.cluster), 'seen')
    }
    this.#wake()
  }

  /** Statuses that were computed anew, and what changed in them. */
  changed(changes: readonly StatusChange[], recorded: readonly RecordedTransition[]): void {
    for (const { ref } of changes) this.#touch(ref, 'computed')
    for (const each of recorded) this.#log.publish('transition', transitionAnswer(each))
    this.#wake()
  }

  /** Resolves when all that was told is in the answers. */
  async settled(): Promise<void> {
    while (this.#working !== undefined) await this.#working
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([this.#ticking, this.#working])
  }

  // What lies in workload clusters changes with every heartbeat: it is told where something follows from it.
  #touch(ref: ObjectRef, how: 'seen' | 'computed'): void {
    const matters = this.#fleet.touch(ref)
    const own = (ref.cluster ?? managementCluster) === managementCluster
    if (matters || own || how === 'computed') this.#touched.set(refKey(ref), ref)
  }

  #wake(): void {
    if (this.#stopping.signal.aborted || this.#working !== undefined) return
    this.#watchKinds()
    if (this.#fleet.stale === 0 && this.#touched.size === 0) return
    this.#working = this.#background
      .start(keeping, () => this.#work())
      .finally(() => {
        this.#working = undefined
        this.#wake()
      })
  }

  // A kind that turns up or goes away changes what stands for itself.
  #watchKinds(): void {
    const { engine } = this.#options.world
    if (this.#revision === engine.askedRevision) return
    this.#revision = engine.askedRevision
    const kinds = engine.describedKinds.map(kindKey).join(' ')
    if (kinds !== this.#kinds) this.#fleet.spoilAll()
    this.#kinds = kinds
  }

  async #work(): Promise<void> {
    const { timing } = this.#options
    await timing.sleep(calmMs, this.#stopping.signal)
    while (!this.#begun() && !this.#stopping.signal.aborted) await timing.sleep(calmMs, this.#stopping.signal)
    let began = performance.now()
    for (const change of this.#fleet.refresh(new Date(timing.now()).toISOString())) {
      if (change !== undefined) this.#log.publish('row', change)
      if (performance.now() - began < sliceMs) continue
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#stopping.signal.aborted) return
      began = performance.now()
    }
    this.#tellTouched()
    if (!this.#warm) await this.#warmUp()
  }

  // The first tree would have the engine index all kinds by their owners at once, which holds everybody up where there are many objects.
  async #warmUp(): Promise<void> {
    this.#warm = true
    const { engine } = this.#options.world
    for (const kind of engine.kindsIn(managementCluster)) {
      engine.members({ ...kind, namespace: '', by: { owner: '' } })
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  #begun(): boolean {
    return this.#options.synced() || this.#options.timing.elapsed() - this.#startedAt > patienceMs
  }

  #tellTouched(): void {
    const refs = [...this.#touched.values()]
    this.#touched.clear()
    if (refs.length > mostTouched) this.#log.reset()
    else
      for (let at = 0; at < refs.length; at += touchedTogether)
        this.#log.publish('touched', { refs: refs.slice(at, at + touchedTogether) })
  }

  async #tick(): Promise<void> {
    const { timing } = this.#options
    while (!this.#stopping.signal.aborted) {
      await timing.sleep(clockMs, this.#stopping.signal)
      this.#fleet.pass(timing.now())
      this.#wake()
    }
  }
}
