export interface WorkQueueOptions {
  readonly work: (key: string) => Promise<void>
  /** Told of what failed and will be tried again. */
  readonly report: (error: unknown, key: string) => void
  /** How many keys are worked on at a time; one, unless said otherwise. */
  readonly width?: number
}

/** Keys to look at in turn; one that is added again while it waits is looked at once, and never twice at a time. */
export class WorkQueue {
  readonly #work: WorkQueueOptions['work']
  readonly #report: WorkQueueOptions['report']
  readonly #width: number
  readonly #waiting = new Set<string>()
  readonly #failures = new Map<string, number>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #running: Promise<void> | undefined
  #closed = false

  constructor({ work, report, width = 1 }: WorkQueueOptions) {
    this.#work = work
    this.#report = report
    this.#width = width
  }

  add(key: string): void {
    if (this.#closed) return
    this.#waiting.add(key)
    this.#running ??= this.#run()
  }

  addLater(key: string, ms: number): void {
    if (this.#closed) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.add(key)
    }, ms)
    timer.unref()
    this.#timers.add(timer)
  }

  /** Resolves when nothing is left that could be done at once. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  /** Finishes the key under way and forgets the others. */
  async close(): Promise<void> {
    this.#closed = true
    this.#waiting.clear()
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#running
  }

  async #run(): Promise<void> {
    // Not in the turn of whoever added the key: he may be in the middle of telling others.
    await Promise.resolve()
    while (this.#waiting.size > 0 && !this.#closed) {
      const keys = [...this.#waiting].slice(0, this.#width)
      for (const key of keys) this.#waiting.delete(key)
      await Promise.all(keys.map((key) => this.#attempt(key)))
    }
    this.#running = undefined
  }

  async #attempt(key: string): Promise<void> {
    try {
      await this.#work(key)
      this.#failures.delete(key)
    } catch (error) {
      if (this.#closed) return
      const failures = (this.#failures.get(key) ?? 0) + 1
      this.#failures.set(key, failures)
      this.#report(error, key)
      this.addLater(key, Math.min(100 * 2 ** failures, 30_000))
    }
  }
}
