import { type ObjectRef, refKey } from '@sitrep/status'
import type { Timing } from '../timing.ts'

// About as often as the members of a group of shards look at their leases.
const lookAgainMs = 3_000

/**
 * Objects that differ from what they should say while another process may write them. They are looked at again together, after a while:
 * by then the other one has written them, or they have become ours.
 */
export class Postponed {
  readonly #timing: Timing
  readonly #signal: AbortSignal
  readonly #again: (ref: ObjectRef) => void
  #refs: Map<string, ObjectRef> = new Map()
  #waiting = false

  constructor(timing: Timing, signal: AbortSignal, again: (ref: ObjectRef) => void) {
    this.#timing = timing
    this.#signal = signal
    this.#again = again
  }

  add(ref: ObjectRef): void {
    this.#refs.set(refKey(ref), ref)
    if (!this.#waiting) void this.#wait()
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
