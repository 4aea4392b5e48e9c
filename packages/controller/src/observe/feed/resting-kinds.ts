import type { Background } from '../../faults.ts'
import type { Timing } from '../../timing.ts'

export interface RestingKindsOptions {
  readonly timing: Timing
  readonly signal: AbortSignal
  readonly background: Background
  /** One look at a kind. */
  readonly look: (key: string) => Promise<void>
}

const turns = { what: 'looking at kinds in turn', about: 'server', name: 'kinds without objects' } as const

// At most so often: two hundred a second of those that nobody has looked at yet, for something may wait for them, and twenty of the others.
const [newEveryMs, emptyEveryMs] = [5, 50]

/** Kinds that have no objects and no watch. They are looked at in turn, one after the other, again and again. */
export class RestingKinds {
  readonly #options: RestingKindsOptions
  readonly #new: Set<string> = new Set()
  readonly #empty: Set<string> = new Set()
  #running: Promise<void> | undefined = undefined

  constructor(options: RestingKindsOptions) {
    this.#options = options
  }

  /** Lets a kind rest: one of which nobody knows yet whether it has objects, or one that is known to have none. */
  add(key: string, state: 'new' | 'empty'): void {
    if (state === 'new') this.#new.add(key)
    else this.#empty.add(key)
    this.#running ??= this.#options.background.start(turns, () => this.#takeTurns())
  }

  has(key: string): boolean {
    return this.#new.has(key) || this.#empty.has(key)
  }

  delete(key: string): void {
    this.#new.delete(key)
    this.#empty.delete(key)
  }

  /** Resolves when no look is under way any more, once the signal has said stop. */
  async ended(): Promise<void> {
    await this.#running
  }

  async #takeTurns(): Promise<void> {
    const { signal } = this.#options
    try {
      for (let key = this.#next(); key !== undefined && !signal.aborted; key = this.#next())
        await this.#takeTurn(key)
    } finally {
      this.#running = undefined
    }
  }

  async #takeTurn(key: string): Promise<void> {
    const { timing, signal, look } = this.#options
    // To the end of the queue, before the look: by then it may rest no longer.
    this.delete(key)
    this.#empty.add(key)
    await look(key)
    // Somewhat longer each time, so that many processes do not ask together.
    const everyMs = this.#new.size > 0 ? newEveryMs : emptyEveryMs
    await timing.sleep(everyMs * (1 + timing.random()), signal)
  }

  #next(): string | undefined {
    const [key] = this.#new.size > 0 ? this.#new : this.#empty
    return key
  }
}
