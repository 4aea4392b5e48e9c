import { Backoff, type Timing } from '../../timing.ts'

/** A watch that lived this long was a good one. */
const steadyMs = 5_000

/** How soon to ask again: at once where that is right, and later and later where a server would be asked without end. */
export class Pace {
  readonly #timing: Timing
  readonly #signal: AbortSignal
  readonly #backoff: Backoff
  /** Watches in a row that were over as soon as they began. */
  #hasty = 0

  constructor(timing: Timing, signal: AbortSignal) {
    this.#timing = timing
    this.#signal = signal
    this.#backoff = new Backoff(timing)
  }

  /** After something that was not answered. */
  async afterFailure(): Promise<void> {
    await this.#backoff.wait(this.#signal)
  }

  /** After something that is to be asked again at once, unless it was so the last time too. */
  async afterHaste(): Promise<void> {
    if (this.#hasty++ > 0) await this.#backoff.wait(this.#signal)
  }

  /** A watch was opened and is over. Did it bring anything, a wait is short; if not, it grows. */
  watched({ since, brought }: { readonly since: number; readonly brought: boolean }): void {
    const steady = this.#timing.now() - since >= steadyMs
    if (steady) this.#hasty = 0
    if (steady || brought) this.#backoff.reset()
  }
}
