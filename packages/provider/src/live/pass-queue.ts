import { type Allowance, Background, type OnFault, type Timing, TokenBucket } from '@sitrep/controller'
import type { NextPass } from '../pass/pass-options.ts'

/** How passes are spread over time. */
export interface PassQueueOptions {
  readonly timing: Timing
  /** Passes under way at the same time. */
  readonly concurrency: number
  /** How many passes may begin, all objects together. */
  readonly allowance: Allowance
  /** How long an object waits after it failed first, and at most. */
  readonly firstMs?: number
  readonly mostMs?: number
  readonly pass: (key: string) => Promise<NextPass>
  readonly onFault?: OnFault
}

interface Entry {
  state: 'idle' | 'waiting' | 'running'
  /** Something happened while a pass was under way. */
  again: boolean
  failures: number
  /** Ends the wait for the next pass. */
  timer: AbortController | undefined
}

/**
 * Decides when which object gets its next pass: one at a time each, at once when it changed, later each time in a row that it failed, and
 * all together no faster than allowed.
 */
export class PassQueue {
  readonly #options: PassQueueOptions
  readonly #entries: Map<string, Entry> = new Map()
  readonly #stopped = new AbortController()
  readonly #running: Set<Promise<void>> = new Set()
  readonly #bucket: TokenBucket
  readonly #background: Background
  #ready: string[] = []
  #holding = false

  constructor(options: PassQueueOptions) {
    this.#options = options
    this.#background = new Background(options.onFault)
    this.#bucket = new TokenBucket(options.allowance, options.timing.elapsed())
  }

  /** How many objects wait for their turn. */
  get depth(): number {
    return this.#ready.length
  }

  /** Asks for a pass now. */
  add(key: string): void {
    const entry = this.#entryOf(key)
    entry.timer?.abort()
    entry.timer = undefined
    if (entry.state === 'running') entry.again = true
    if (entry.state !== 'idle') return
    entry.state = 'waiting'
    this.#ready.push(key)
    this.#next()
  }

  /** Lets passes under way end; no other begins. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    for (const { timer } of this.#entries.values()) timer?.abort()
    this.#ready = []
    await Promise.all(this.#running)
  }

  #entryOf(key: string): Entry {
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const entry: Entry = { state: 'idle', again: false, failures: 0, timer: undefined }
    this.#entries.set(key, entry)
    return entry
  }

  #next(): void {
    const { concurrency, timing } = this.#options
    while (this.#running.size < concurrency && this.#ready.length > 0 && !this.#holding) {
      if (this.#stopped.signal.aborted) return
      const waitMs = this.#bucket.take(timing.elapsed())
      if (waitMs > 0) {
        this.#hold(waitMs)
        return
      }
      const key = this.#ready.shift()
      if (key !== undefined) this.#run(key)
    }
  }

  #hold(waitMs: number): void {
    this.#holding = true
    this.#background.run({ what: 'holding passes back', about: 'process', name: 'passes' }, async () => {
      await this.#options.timing.sleep(waitMs, this.#stopped.signal)
      this.#holding = false
      this.#next()
    })
  }

  #run(key: string): void {
    const entry = this.#entryOf(key)
    entry.state = 'running'
    const task = { what: 'a pass', about: 'object', name: key } as const
    const running = this.#background.start(task, async () => {
      const next = await this.#passed(key)
      this.#running.delete(running)
      entry.state = 'idle'
      this.#schedule(key, entry, next)
      this.#next()
    })
    this.#running.add(running)
  }

  // What fails by our mistake has failed like any other: later each time in a row.
  async #passed(key: string): Promise<NextPass> {
    try {
      return await this.#options.pass(key)
    } catch (error) {
      this.#background.tell({ what: 'a pass', about: 'object', name: key }, error)
      return { due: 'error', error: error instanceof Error ? error : new Error(String(error)) }
    }
  }

  #schedule(key: string, entry: Entry, next: NextPass): void {
    const failed = next.due === 'again' || next.due === 'error'
    entry.failures = failed ? entry.failures + 1 : 0
    if (this.#stopped.signal.aborted) return
    if (entry.again) {
      entry.again = false
      this.add(key)
    } else if (failed) this.#later(key, entry, this.#backoff(entry.failures))
    else if (next.due === 'after') this.#later(key, entry, next.milliseconds)
    else this.#entries.delete(key)
  }

  #backoff(failures: number): number {
    const { firstMs = 1_000, mostMs = 60_000 } = this.#options
    return Math.min(mostMs, firstMs * 2 ** (failures - 1))
  }

  #later(key: string, entry: Entry, milliseconds: number): void {
    const timer = new AbortController()
    entry.timer = timer
    this.#background.run({ what: 'waiting for the next pass', about: 'object', name: key }, async () => {
      await this.#options.timing.sleep(milliseconds, timer.signal)
      if (!timer.signal.aborted) this.add(key)
    })
  }
}
