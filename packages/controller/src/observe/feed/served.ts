import type { Connection } from '../../connection/connection.ts'
import type { ControllerError } from '../../errors.ts'
import type { Background, Task } from '../../faults.ts'
import { Backoff, type Timing } from '../../timing.ts'
import { type Discovered, discover } from './discovery.ts'

export interface ServedOptions {
  readonly connection: Connection
  readonly timing: Timing
  readonly background: Background
  readonly signal: AbortSignal
  /** Whether a kind is waited for that was not found. */
  readonly isWaiting: () => boolean
  /** What is served has become known. */
  readonly onFirst: () => void
  /** It was looked at once more. */
  readonly onFound: () => void
  /** It could not be asked, and was never known. */
  readonly onUnknown: (error: ControllerError) => void
}

// A kind that comes to be served is found by looking again: often at first, for a server takes a moment from the CRD of a kind
// to serving it; then once a minute, where nobody watches CRDs.
const [looksSoon, soonMs, laterMs] = [10, 2_000, 60_000]

/** What a server serves, looked for until it is known and as long as something is missing. One look is under way at a time. */
export class Served {
  readonly #options: ServedOptions
  readonly #task: Task
  #known: Discovered | undefined = undefined
  #looking: Promise<void> | undefined = undefined
  #lookingAgain = false
  #looks = 0
  #newCrd = new AbortController()

  constructor(options: ServedOptions) {
    this.#options = options
    this.#task = { what: 'finding out what is served', about: 'server', name: options.connection.server }
  }

  get known(): Discovered | undefined {
    return this.#known
  }

  /** Resolves when it is known, or when nobody wants to know any more. */
  async first(): Promise<void> {
    if (this.#known === undefined) await this.#options.background.start(this.#task, () => this.#look())
  }

  /** Something was missing that was there before: the next look comes soon. */
  lookSoon(): void {
    this.#looks = 0
  }

  lookNow(): void {
    this.#options.background.run(this.#task, () => this.#lookAndTell())
  }

  /** Kinds may have come or gone. */
  crdsChanged(): void {
    this.#looks = 0
    this.#newCrd.abort()
    this.lookNow()
  }

  /** Looks again and again, as long as something is waited for. */
  lookUntilFound(): void {
    if (!this.#lookingAgain) this.#options.background.run(this.#task, () => this.#lookAgain())
  }

  async #lookAgain(): Promise<void> {
    const { signal, timing, isWaiting } = this.#options
    this.#lookingAgain = true
    try {
      while (!signal.aborted && isWaiting()) {
        this.#newCrd = new AbortController()
        const waitMs = this.#looks++ < looksSoon ? soonMs : laterMs
        await timing.sleep(waitMs, AbortSignal.any([signal, this.#newCrd.signal]))
        if (!signal.aborted) await this.#lookAndTell()
      }
    } finally {
      this.#lookingAgain = false
    }
  }

  async #lookAndTell(): Promise<void> {
    await this.#look()
    this.#options.onFound()
  }

  // Many CustomResourceDefinitions arrive together; one look is enough for all of them.
  #look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #lookOnce(): Promise<void> {
    const { connection, timing, background, signal, onFirst, onUnknown } = this.#options
    const backoff = new Backoff(timing)
    while (!signal.aborted) {
      try {
        const found = await discover(connection)
        if (this.#known === undefined) onFirst()
        this.#known = found
        return
      } catch (error) {
        const known = background.errorOf(this.#task, error)
        // Whether what is known to be served can be read is told by those who read it.
        if (this.#known === undefined) onUnknown(known)
        await backoff.wait(signal, known.retryAfterMs)
      }
    }
  }
}
