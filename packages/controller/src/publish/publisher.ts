import type { KubeObject, ObjectRef } from '@sitrep/status'
import { formatRef, refKey } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import { ControllerError } from '../errors.ts'
import { Background, type OnFault, type Task } from '../faults.ts'
import { LeanText } from '../observe/reflector/lean-text.ts'
import { objectPath, type ServedResource, withQuery } from '../observe/reflector/resource.ts'
import { shownObject } from '../observe/reflector/shown-object.ts'
import { notTogether, type Timing } from '../timing.ts'
import { Postponed } from './postponed.ts'
import { statusPatch, type WantedStatus } from './status-patch.ts'
import { WriteBudget } from './write-budget.ts'
import { type Priority, WriteQueue } from './write-queue.ts'

/** The name under which Sitrep writes. */
export const fieldManager = 'sitrep'

export interface PublisherOptions {
  readonly connection: Connection
  readonly timing: Timing
  /** How the kind of an object is served; nothing while it is not. */
  readonly resourceOf: (ref: ObjectRef) => ServedResource | undefined
  /** The newest stored object that is known, with its version. */
  readonly stored: (ref: ObjectRef) => KubeObject | undefined
  /** Its version alone. */
  readonly versionOf: (ref: ObjectRef) => string | undefined
  /** What the object should say now, as it is stored; nothing when there is nothing to say. */
  readonly wanted: (ref: ObjectRef, stored: KubeObject) => WantedStatus | undefined
  /** Whether the object is this process's to write now; asked again after a while where it is not. Default: always. */
  readonly mayWrite?: (ref: ObjectRef) => boolean
  /** Called with what the server answered to a write, or nothing where a watch has shown the same already, and with what was there before. */
  readonly onWritten: (ref: ObjectRef, answer: KubeObject | undefined, before: KubeObject) => void
  /** Nothing is to be written to it any more, for now: the stored object says what it should, or the server takes nothing for it. */
  readonly onDone?: (ref: ObjectRef) => void
  readonly onError: (ref: ObjectRef, error: ControllerError) => void
  readonly onFault?: OnFault
  readonly onHeldBack?: (ref: ObjectRef, waitMs: number) => void
  /** Writes under way at the same time. */
  readonly inFlight?: number
}

const attempts = 5
const [firstAgainMs, setAsideMs] = [5_000, 60_000]
/** So often in a row a server may not know an object that a watch shows before that is told. */
const mostMissed = 5

interface Write {
  readonly ref: ObjectRef
  readonly patch: unknown
  /** What the patch is made for. */
  readonly before: KubeObject
}

/** Writes statuses: only real differences, one write per object at a time, the newest wins. */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #queue: WriteQueue
  readonly #refs: Map<string, ObjectRef> = new Map()
  readonly #budget = new WriteBudget()
  readonly #lean = new LeanText('writers')
  readonly #abort = new AbortController()
  readonly #postponed: Postponed
  readonly #background: Background
  /** What the server asked to be left alone with. */
  readonly #resting: Set<string> = new Set()
  /** What comes again by itself, and when. */
  readonly #comesAt: Map<string, number> = new Map()
  /** What the server has refused, until it is tried again. */
  readonly #aside: Set<string> = new Set()
  /** How often in a row a write has failed. */
  readonly #failed: Map<string, number> = new Map()

  constructor(options: PublisherOptions) {
    this.#options = options
    const background = new Background(options.onFault)
    this.#background = background
    this.#postponed = new Postponed({
      timing: options.timing,
      signal: this.#abort.signal,
      background,
      again: (ref) => this.add(ref, 'other'),
    })
    this.#queue = new WriteQueue(options.inFlight ?? 32, (key) => this.#publish(key), background)
  }

  get depth(): number {
    return this.#queue.depth
  }

  add(ref: ObjectRef, priority: Priority): void {
    const key = refKey(ref)
    this.#refs.set(key, ref)
    this.#queue.add(key, priority)
  }

  /** Whether something of ours is on its way to the object, or waits to be. */
  isBusy(ref: ObjectRef): boolean {
    const key = refKey(ref)
    return this.#queue.has(key) || this.#comesAt.has(key) || this.#resting.has(key)
  }

  /** Whether the last write to the object was in vain. */
  hasFailed(ref: ObjectRef): boolean {
    return this.#failed.has(refKey(ref))
  }

  forget(ref: ObjectRef): void {
    this.#refs.delete(refKey(ref))
    this.#budget.forget(refKey(ref))
    this.#failed.delete(refKey(ref))
  }

  hold(): void {
    this.#queue.hold()
  }

  release(): void {
    this.#queue.release()
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  /** Finishes the writes under way. */
  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#queue.stop()
  }

  async #publish(key: string): Promise<void> {
    const ref = this.#refs.get(key)
    // Whoever adds it meanwhile says again what it is.
    this.#refs.delete(key)
    // What is news meanwhile is written with the rest, when the server has had the time that it asked for.
    if (ref === undefined || this.#resting.has(key)) return
    try {
      if ((await this.#writeUntilAgreed(key, ref)) === 'later') return
      this.#failed.delete(key)
    } catch (error) {
      const known = this.#background.errorOf(taskOf(ref), error)
      const failed = this.#countFailure(key)
      this.#options.onError(ref, known)
      const { timing } = this.#options
      const ownMs = againMs(timing, failed)
      if (known.retryAfterMs !== undefined)
        this.#rest(key, ref, Math.max(ownMs, notTogether(known.retryAfterMs, timing)))
      // What failed by our mistake fails again with the same object: it is left alone for longer.
      else if (known.code === 'failed-here') this.#later(ref, asideMs(timing))
      else if (known.retry !== 'never') this.#later(ref, ownMs)
      else {
        this.#setAside(key, ref)
        this.#options.onDone?.(ref)
      }
      return
    }
    this.#options.onDone?.(ref)
  }

  #countFailure(key: string): number {
    const failed = (this.#failed.get(key) ?? 0) + 1
    this.#failed.set(key, failed)
    return failed
  }

  // Refused as it is: tried again when somebody changes the object, and once in a while, for webhooks and schemas change too.
  #setAside(key: string, ref: ObjectRef): void {
    const { timing } = this.#options
    if (this.#aside.has(key)) return
    this.#aside.add(key)
    this.#background.run(taskOf(ref), async () => {
      await timing.sleep(asideMs(timing), this.#abort.signal)
      this.#aside.delete(key)
      if (!this.#abort.signal.aborted) this.add(ref, 'other')
    })
  }

  #rest(key: string, ref: ObjectRef, milliseconds: number): void {
    const { timing } = this.#options
    this.#resting.add(key)
    this.#background.run(taskOf(ref), async () => {
      await timing.sleep(milliseconds, this.#abort.signal)
      // Only this one ends it: what waits from an earlier failure would come too soon.
      this.#resting.delete(key)
      if (!this.#abort.signal.aborted) this.add(ref, 'other')
    })
  }

  /** Tells whether it is done with, or comes again by itself. */
  async #writeUntilAgreed(key: string, ref: ObjectRef): Promise<'done' | 'later'> {
    let latest = this.#options.stored(ref)
    for (let attempt = 1; ; attempt++) {
      const wanted = latest && this.#options.wanted(ref, latest)
      if (wanted === undefined || latest === undefined) return 'done'
      const patch = statusPatch(latest, wanted)
      if (patch === undefined) return 'done'
      const resource = this.#options.resourceOf(ref)
      // What was read in another version would be written in the layout of that one.
      const served = resource !== undefined && versionIn(latest.apiVersion) === resource.version
      if (!served || this.#options.mayWrite?.(ref) === false) {
        this.#postponed.add(ref)
        return 'later'
      }
      const spent = this.#budget.spend(key, this.#options.timing.elapsed())
      if (!spent.allowed) {
        this.#options.onHeldBack?.(ref, spent.waitMs)
        this.#later(ref, spent.waitMs)
        return 'later'
      }
      try {
        const answer = await this.#send(resource, { ref, patch, before: latest })
        this.#options.onWritten(ref, answer, latest)
        return 'done'
      } catch (error) {
        if (!(error instanceof ControllerError)) throw error
        // A server that starts does not know of all its kinds at first. Of an object that is gone the watch tells, and then nothing is wanted.
        if (error.code === 'not-found') {
          this.#missing(key, ref, error)
          return 'later'
        }
        if (error.code !== 'write-conflict' || attempt === attempts) throw error
        latest = await this.#read(resource, ref)
        if (latest === undefined) {
          this.#missing(key, ref, error)
          return 'later'
        }
        if (this.#queue.held) {
          this.add(ref, 'other')
          return 'later'
        }
      }
    }
  }

  #missing(key: string, ref: ObjectRef, error: ControllerError): void {
    // Whoever catches it counts it.
    if ((this.#failed.get(key) ?? 0) >= mostMissed) throw error
    this.#countFailure(key)
    this.#postponed.add(ref)
  }

  /** The object as the server answers; nothing where a watch was faster. */
  async #send(resource: ServedResource, { ref, patch, before }: Write): Promise<KubeObject | undefined> {
    const path = withQuery(objectPath(resource, ref, 'status'), { fieldManager })
    const contentType = 'application/merge-patch+json'
    const parse = (bytes: Buffer): unknown => {
      const shown = this.#options.versionOf(ref)
      // The version is the answer's own, for nobody could write between ours and what it rests on. If it stands there for something else,
      // nothing is lost: the watch goes on to show what was written.
      if (shown !== before.metadata.resourceVersion && bytes.includes(`"resourceVersion":"${shown}"`))
        return undefined
      // Half of an answer is who wrote what.
      return JSON.parse(this.#lean.of(bytes, 'one'))
    }
    const request = { method: 'PATCH', path, body: patch, contentType, parse } as const
    const answer = await this.#options.connection.request<unknown>(request)
    return answer === undefined ? undefined : shownObject(answer, resource)
  }

  async #read(resource: ServedResource, ref: ObjectRef): Promise<KubeObject | undefined> {
    try {
      const answer = await this.#options.connection.request<unknown>({ path: objectPath(resource, ref) })
      return shownObject(answer, resource)
    } catch (error) {
      if (error instanceof ControllerError && error.code === 'not-found') return undefined
      throw error
    }
  }

  #later(ref: ObjectRef, milliseconds: number): void {
    const { timing } = this.#options
    const [key, at] = [refKey(ref), timing.elapsed() + milliseconds]
    // What changes many times a second while it waits needs nobody else to wake it.
    if ((this.#comesAt.get(key) ?? Number.POSITIVE_INFINITY) <= at + 1) return
    this.#comesAt.set(key, at)
    this.#background.run(taskOf(ref), async () => {
      await timing.sleep(milliseconds, this.#abort.signal)
      if (this.#comesAt.get(key) === at) this.#comesAt.delete(key)
      if (!this.#abort.signal.aborted) this.add(ref, 'other')
    })
  }
}

/** Longer each time, and never at the same time as others. */
const againMs = ({ random }: Timing, failed: number): number =>
  Math.min(setAsideMs, firstAgainMs * 2 ** (failed - 1)) * (0.2 + 0.8 * random())
const asideMs = ({ random }: Timing): number => setAsideMs * (0.5 + random())

const versionIn = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1)

const taskOf = (ref: ObjectRef): Task => ({ what: 'writing a status', about: 'object', name: formatRef(ref) })
