import type { ControllerError } from '../../errors.ts'
import { Backoff, type Timing } from '../../timing.ts'

/** A watch that lived this long was a good one. */
const steadyMs = 5_000

/** How soon to ask again: at once where that is right, and later and later where a server would be asked without end. */
export class Pace {
  readonly #timing: Timing
  readonly #signal: AbortSignal
  readonly #backoff: Backoff
  /** For watches that bring something and are over soon: what is new must not wait for long. */
  readonly #shortBackoff: Backoff
  /** Watches in a row that were over as soon as they began. */
  #hasty = 0
  #brought = false

  constructor(timing: Timing, signal: AbortSignal) {
    this.#timing = timing
    this.#signal = signal
    this.#backoff = new Backoff(timing)
    this.#shortBackoff = new Backoff(timing, { mostMs: 2_000 })
  }

  /** After something that was not answered as it should be. */
  async afterFailure({ retryAfterMs }: Pick<ControllerError, 'retryAfterMs'>): Promise<void> {
    await this.#backoff.wait(this.#signal, retryAfterMs)
  }

  /** After something that is to be asked again at once, unless it was so the last time too. */
  async afterHaste(): Promise<void> {
    if (this.#hasty++ > 0) await (this.#brought ? this.#shortBackoff : this.#backoff).wait(this.#signal)
  }

  /** A watch was opened, when so much time had elapsed, and is over. Until one has lived, waits grow: to seconds when it brought something, to half a minute when not. */
  watched({ since, brought }: { readonly since: number; readonly brought: boolean }): void {
    const steady = this.#timing.elapsed() - since >= steadyMs
    this.#brought = brought
    if (steady || brought) this.#backoff.reset()
    if (!steady) return
    this.#hasty = 0
    this.#shortBackoff.reset()
  }
}
