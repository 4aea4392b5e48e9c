import { type ObjectRef, refKey } from '@sitrep/status'
import type { Background } from '../faults.ts'
import type { Timing } from '../timing.ts'

// About as often as the members of a group of shards look at their leases.
const lookAgainMs = 3_000

const waiting = {
  what: 'looking again at objects that could not be written',
  about: 'process',
  name: 'postponed',
} as const

export interface PostponedOptions {
  readonly timing: Timing
  readonly signal: AbortSignal
  readonly background: Background
  readonly again: (ref: ObjectRef) => void
}

/**
 * Objects that differ from what they should say and cannot be written now: another process may, or the server does not know them. They are
 * looked at again together, after a while: by then the other one has written them, they have become ours, or they are served again or gone.
 */
export class Postponed {
  readonly #timing: Timing
  readonly #signal: AbortSignal
  readonly #background: Background
  readonly #again: (ref: ObjectRef) => void
  #refs: Map<string, ObjectRef> = new Map()
  #waiting = false

  constructor({ timing, signal, background, again }: PostponedOptions) {
    this.#timing = timing
    this.#signal = signal
    this.#background = background
    this.#again = again
  }

  add(ref: ObjectRef): void {
    this.#refs.set(refKey(ref), ref)
    if (!this.#waiting) this.#background.run(waiting, () => this.#wait())
  }

  async #wait(): Promise<void> {
    this.#waiting = true
    await this.#timing.sleep(lookAgainMs, this.#signal)
    this.#waiting = false
    const refs = this.#refs
    this.#refs = new Map()
    if (!this.#signal.aborted) for (const ref of refs.values()) this.#again(ref)
  }
}
