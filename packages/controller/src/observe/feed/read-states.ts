import type { ControllerError, ControllerErrorCode } from '../../errors.ts'
import type { Timing } from '../../timing.ts'
import type { ReadState } from '../reflector/reflector-options.ts'

// A server that restarts or is out of reach for a moment has not changed its objects: what was read of them stands, and what was not
// read yet is waited for. Whether it is gone for good is for somebody else to say.
const passing: ReadonlySet<ControllerErrorCode> = new Set(['not-reachable', 'unauthorized'])
const refusing: ReadonlySet<ControllerErrorCode> = new Set(['forbidden', 'not-found'])
// Servers that rebuild their rights or their definitions refuse for a moment what they served before.
const failuresUntilTold = 5
// Servers that start up, or that have too much to do, answer with failures of their own for a while. What was read before them stands longer
// than what was never read is waited for.
const [readForMs, waitedForMs] = [60_000, 15_000]

/** Failures in a row. */
interface Failures {
  readonly times: number
  readonly since: number
}

/** What has been said of everything that is asked of a cluster: whether it can be read, and since when that is waited for. */
export class ReadStates {
  readonly #timing: Timing
  /** An empty text: that it can be read; else why not. */
  readonly #said: Map<string, string> = new Map()
  readonly #waitingSince: Map<string, number> = new Map()
  readonly #failures: Map<string, Failures> = new Map()

  constructor(timing: Timing) {
    this.#timing = timing
  }

  /** Whether anything was said. */
  has(key: string): boolean {
    return this.#said.has(key)
  }

  isRead(key: string): boolean {
    return this.#said.get(key) === ''
  }

  /** Whether it was said that it cannot be read. */
  isUnread(key: string): boolean {
    return this.has(key) && !this.isRead(key)
  }

  /** These are asked for, and no others: of what is new it is waited from now on that something is said. */
  ask(keys: ReadonlyMap<string, unknown>): void {
    const elapsed = this.#timing.elapsed()
    for (const key of this.#waitingSince.keys()) if (!keys.has(key)) this.#waitingSince.delete(key)
    for (const key of keys.keys()) if (!this.#waitingSince.has(key)) this.#waitingSince.set(key, elapsed)
  }

  /** For how long something has been waited for of which nothing was said; nothing where something was. */
  waitedMs(key: string): number | undefined {
    const since = this.#waitingSince.get(key)
    return this.has(key) || since === undefined ? undefined : this.#timing.elapsed() - since
  }

  say(key: string, words: string): void {
    this.#said.set(key, words)
  }

  /** What was said counts no longer: it is waited for anew. */
  unsay(key: string): void {
    if (this.#said.delete(key)) this.#waitingSince.set(key, this.#timing.elapsed())
  }

  /** Takes in what came of reading something, and answers whether that has to be said: it is news, and will not pass by itself. */
  take(key: string, state: ReadState): boolean {
    if (state.read) this.#failures.delete(key)
    else if (!this.#isFinal(key, state.error)) return false
    const words = state.read ? '' : state.why
    if (this.#said.get(key) === words) return false
    this.#said.set(key, words)
    return true
  }

  /** What could not be asked before says nothing about reading what was found now. */
  forgetAllFailures(): void {
    this.#failures.clear()
  }

  /** It is asked for in another way from now on. */
  forgetFailures(key: string): void {
    this.#failures.delete(key)
  }

  #isFinal(key: string, { code }: ControllerError): boolean {
    if (passing.has(code)) return false
    if (!this.isRead(key) && refusing.has(code)) return true
    const { times, since } = this.#failures.get(key) ?? { times: 0, since: this.#timing.elapsed() }
    this.#failures.set(key, { times: times + 1, since })
    if (times + 1 < failuresUntilTold) return false
    return (
      refusing.has(code) || this.#timing.elapsed() - since >= (this.isRead(key) ? readForMs : waitedForMs)
    )
  }
}
