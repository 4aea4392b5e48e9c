import { managementCluster } from '@sitrep/status'
import type { ApiRequest, Connection } from '../connection/connection.ts'
import { patient } from '../connection/patience.ts'
import { ControllerError } from '../errors.ts'
import { Background, type OnFault, type Task } from '../faults.ts'
import { notTogether, type Timing } from '../timing.ts'
import type { Contact } from './contacts.ts'

export interface ServerContactOptions {
  readonly connection: Connection
  readonly timing: Timing
  /** Called with every look; whoever listens finds out what is new. */
  readonly onContact: (contact: Contact) => void
  readonly onFault?: OnFault
}

// A connection that hangs breaks no watch for minutes, so the server is asked; where something speaks against it, at once.
const [everyMs, doubtfulMs, atLeastMs, timeoutMs] = [15_000, 5_000, 1_000, 5_000]
/** A single request may fail for reasons of its own. */
const failuresUntilTold = 2

/** Whether a server answers, found out by asking it now and then, and by what becomes of everybody's requests. */
export class ServerContact {
  /** The same server; what is asked through this is heard, and all who ask are patient together. */
  readonly connection: Connection
  readonly #options: ServerContactOptions
  readonly #background: Background
  readonly #task: Task
  readonly #abort = new AbortController()
  #doubt = new AbortController()
  #failures = 0
  #failingSince = 0
  #everAnswered = false
  #running: Promise<void> | undefined = undefined

  constructor(options: ServerContactOptions) {
    this.#options = options
    const { connection } = options
    this.#background = new Background(options.onFault)
    this.#task = { what: 'asking whether a server answers', about: 'server', name: connection.server }
    const heard = <Answer>(request: ApiRequest, answer: Promise<Answer>): Promise<Answer> => {
      answer.then(
        () => this.#hear('answered'),
        (error: unknown) => {
          const gone = error instanceof ControllerError && failing.has(error.code)
          if (request.signal?.aborted !== true) this.#hear(gone ? 'failed' : 'answered')
        },
      )
      return answer
    }
    const open: Connection = {
      ...connection,
      request: (request) => heard(request, connection.request(request)),
      stream: (request) => heard(request, connection.stream(request)),
    }
    this.connection = patient(open, options.timing)
  }

  start(): void {
    this.#running ??= this.#background.start(this.#task, () => this.#run())
  }

  async stop(): Promise<void> {
    this.#abort.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { timing } = this.#options
    const { signal } = this.#abort
    while (!signal.aborted) {
      const askedMs = await this.#ask()
      this.#doubt = new AbortController()
      await timing.sleep(Math.max(atLeastMs, notTogether(askedMs, timing)), signal)
      const restMs = (this.#failures > 0 ? doubtfulMs : everyMs) - atLeastMs
      await timing.sleep(restMs, AbortSignal.any([signal, this.#doubt.signal]))
    }
  }

  /** For how long the server asks to be left alone. */
  async #ask(): Promise<number> {
    const { connection } = this.#options
    try {
      await connection.request({ path: '/version', timeoutMs, signal: this.#abort.signal })
      this.#answered()
    } catch (error) {
      if (this.#abort.signal.aborted) return 0
      const known = this.#background.errorOf(this.#task, error)
      if (isAnswer(known)) this.#answered()
      else this.#failed(known)
      return known.retryAfterMs ?? 0
    }
    return 0
  }

  #answered(): void {
    this.#failures = 0
    this.#everAnswered = true
    const { timing, onContact } = this.#options
    onContact({ cluster: managementCluster, state: 'made', since: timing.now() })
  }

  #failed({ message: why }: ControllerError): void {
    if (this.#failures++ === 0) this.#failingSince = this.#options.timing.now()
    if (this.#failures < failuresUntilTold) return
    const state = this.#everAnswered ? 'lost' : 'unreachable'
    this.#options.onContact({ cluster: managementCluster, state, why, since: this.#failingSince })
  }

  // Only the look itself decides: requests of single kinds fail for reasons of their own.
  #hear(outcome: 'answered' | 'failed'): void {
    if (outcome === 'answered' && !this.#everAnswered) this.#answered()
    const isNews = (outcome === 'answered') === this.#failures > 0
    if (isNews) this.#doubt.abort()
  }
}

const failing: ReadonlySet<string> = new Set(['not-reachable', 'unauthorized'])

// Whoever refuses, or has too much to do, is there; credentials that no longer count are no contact.
const isAnswer = ({ code, httpStatus = 0 }: ControllerError): boolean =>
  !failing.has(code) && code !== 'failed-here' && (code !== 'server-failed' || httpStatus === 429)
