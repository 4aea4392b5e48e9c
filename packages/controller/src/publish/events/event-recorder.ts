import type { KubeObject } from '@sitrep/status'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import { Background, type OnFault } from '../../faults.ts'
import { microTime } from '../../lease/lease-record.ts'
import { notTogether, type Timing } from '../../timing.ts'
import type { Transition } from '../../transitions.ts'
import {
  type EventObject,
  type EventWords,
  eventKey,
  eventOf,
  transitionWords,
  withCause,
} from './event-object.ts'
import { eventType } from './event-type.ts'
import { type Allowance, TokenBucket } from './token-bucket.ts'

/** What became of an event: written, counted on one that was there, kept back because there were too many, or refused. */
export type EventOutcome = 'written' | 'repeated' | 'dropped' | 'failed'

export interface EventLimits {
  readonly perObject: Allowance
  readonly overall: Allowance
  /** How many may wait to be written. */
  readonly waiting: number
  readonly inFlight: number
  /** For how long the same words about the same object are one event that is counted. */
  readonly seriesMs: number
}

export interface EventRecorderOptions {
  readonly connection: Connection
  readonly timing: Timing
  /** Which program speaks; `sitrep` unless given. */
  readonly controller?: string
  /** Which of several processes speaks. */
  readonly instance: string
  readonly limits?: Partial<EventLimits>
  /** The first cause of what a transition tells, asked when the Event is written: most are never written. */
  readonly causeOf?: (transition: Transition) => string | undefined
  readonly onOutcome?: (outcome: EventOutcome) => void
  readonly onFault?: OnFault
}

const defaultLimits: EventLimits = {
  perObject: { burst: 25, everyMs: 60_000 },
  overall: { burst: 500, everyMs: 20 },
  waiting: 1_000,
  inFlight: 4,
  seriesMs: 600_000,
}
const remembered = 10_000
const telling = { what: 'writing an Event', about: 'process', name: 'events' } as const

interface Told {
  readonly event: EventObject
  because: () => string | undefined
  count: number
  last: number
  stored: boolean
  waiting: boolean
  /** Ends when nothing of it is being written any more. */
  writing: Promise<void> | undefined
  /** It could not be written. */
  lost: boolean
}

/**
 * Tells people what changed, as Events. Nothing waits for it: under pressure events are dropped, and whatever goes wrong with one is
 * counted and forgotten.
 */
export class EventRecorder {
  readonly #options: EventRecorderOptions
  readonly #limits: EventLimits
  readonly #told: BoundedMap<Told> = new BoundedMap(remembered)
  readonly #perObject: BoundedMap<TokenBucket> = new BoundedMap(remembered)
  readonly #overall: TokenBucket
  readonly #background: Background
  readonly #stopped = new AbortController()
  #queue: Told[] = []
  readonly #underWay: Set<Promise<void>> = new Set()
  #waking = false
  #sequence = 0

  constructor(options: EventRecorderOptions) {
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#background = new Background(options.onFault)
    this.#overall = new TokenBucket(this.#limits.overall, options.timing.elapsed())
  }

  /** Tells of transitions that have been written. A condition that was not there before has not changed. */
  record(object: KubeObject, transitions: readonly Transition[]): void {
    for (const transition of transitions)
      if (transition.from !== undefined && transition.to !== undefined && transition.from !== transition.to)
        this.tell(object, transitionWords(transition), () =>
          eventType(transition) === 'Warning' ? this.#options.causeOf?.(transition) : undefined,
        )
  }

  /** Says something of an object, and what it comes from where somebody knows when it is written. */
  tell(object: KubeObject, words: EventWords, because: Told['because'] = () => undefined): void {
    const now = this.#options.timing.now()
    const told = this.#toldOf(object, words, now)
    told.because = because
    if (told.waiting) {
      this.#options.onOutcome?.('repeated')
      return
    }
    const full = this.#queue.length >= this.#limits.waiting || this.#stopped.signal.aborted
    if (full || this.#bucketOf(object).take(this.#options.timing.elapsed()) > 0) {
      this.#options.onOutcome?.('dropped')
      return
    }
    told.waiting = true
    this.#queue.push(told)
    this.#next()
  }

  /** Finishes what is under way; what waits is dropped. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    for (const _dropped of this.#queue) this.#options.onOutcome?.('dropped')
    this.#queue = []
    await Promise.all(this.#underWay)
  }

  #toldOf(object: KubeObject, words: EventWords, now: number): Told {
    const key = eventKey(object, words)
    const known = this.#told.get(key)
    if (known !== undefined && !known.lost && Math.abs(now - known.last) < this.#limits.seriesMs) {
      known.count++
      known.last = now
      return known
    }
    const event = eventOf({
      object,
      words,
      suffix: this.#suffix(now),
      at: now,
      controller: this.#options.controller ?? 'sitrep',
      instance: this.#options.instance,
    })
    const told: Told = {
      event,
      because: () => undefined,
      count: 1,
      last: now,
      stored: false,
      waiting: false,
      writing: undefined,
      lost: false,
    }
    this.#told.set(key, told)
    return told
  }

  // Time and chance tell processes apart, the number tells events of one instant apart.
  #suffix(now: number): string {
    const chance = Math.floor(this.#options.timing.random() * 2 ** 24)
    return `${now.toString(16)}${chance.toString(16).padStart(6, '0')}${(this.#sequence++).toString(16)}`
  }

  #bucketOf({ metadata: { uid = '' } }: KubeObject): TokenBucket {
    const known = this.#perObject.get(uid)
    if (known !== undefined) return known
    const bucket = new TokenBucket(this.#limits.perObject, this.#options.timing.elapsed())
    this.#perObject.set(uid, bucket)
    return bucket
  }

  #next(): void {
    const { timing } = this.#options
    while (this.#underWay.size < this.#limits.inFlight && this.#queue.length > 0 && !this.#waking) {
      const waitMs = this.#overall.take(timing.elapsed())
      if (waitMs > 0) {
        this.#pause(waitMs)
        return
      }
      const told = this.#queue.shift()
      if (told === undefined) return
      // One after the other: a second one of the same name would be refused, and its count lost.
      const before = told.writing
      const written = this.#background.start(telling, async () => {
        if (before !== undefined) await before
        await this.#write(told)
      })
      told.writing = written
      const writing = written.finally(() => {
        if (told.writing === written) told.writing = undefined
        this.#underWay.delete(writing)
        this.#next()
      })
      this.#underWay.add(writing)
    }
  }

  #pause(milliseconds: number): void {
    if (this.#waking) return
    this.#waking = true
    this.#background.run(telling, async () => {
      await this.#options.timing.sleep(milliseconds, this.#stopped.signal)
      this.#waking = false
      this.#next()
    })
  }

  async #write(told: Told): Promise<void> {
    told.waiting = false
    const repeated = told.stored
    try {
      if (repeated) await this.#count(told)
      else await this.#create(told)
      told.stored = true
      told.lost = false
      this.#options.onOutcome?.(repeated ? 'repeated' : 'written')
    } catch (error) {
      if (!(error instanceof ControllerError)) this.#background.tell(telling, error)
      else if (error.retryAfterMs !== undefined)
        this.#pause(notTogether(error.retryAfterMs, this.#options.timing))
      // Events expire: the next one of its kind is written anew.
      told.stored = false
      told.lost = true
      this.#options.onOutcome?.('failed')
    }
  }

  #create({ event, because, count, last }: Told): Promise<unknown> {
    const note = withCause(event.note, because())
    const series = count > 1 ? { series: { count, lastObservedTime: microTime(last) } } : {}
    return this.#options.connection.request({
      method: 'POST',
      path: collectionOf(event),
      body: { ...event, note, ...series },
    })
  }

  #count({ event, count, last }: Told): Promise<unknown> {
    return this.#options.connection.request({
      method: 'PATCH',
      path: `${collectionOf(event)}/${encodeURIComponent(event.metadata.name)}`,
      body: { series: { count, lastObservedTime: microTime(last) } },
      contentType: 'application/merge-patch+json',
    })
  }
}

const collectionOf = ({ metadata: { namespace = 'default' } }: EventObject): string =>
  `/apis/events.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/events`

/** A map that forgets what was put in first when there is too much in it. */
class BoundedMap<Value> {
  readonly #most: number
  readonly #entries: Map<string, Value> = new Map()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#most) return
    const [first] = this.#entries.keys()
    if (first !== undefined) this.#entries.delete(first)
  }
}
