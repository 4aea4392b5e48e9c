import type { StatusChange } from '@sitrep/engine'
import { parseAddress } from '@sitrep/status'
import { Background } from '../faults.ts'
import { transitionsOf } from '../transitions.ts'

/** How urgent a write is; lower goes first. Behind news comes what time alone has changed, and what is tried again. */
export const priorities = ['deleting', 'failing', 'news', 'other'] as const
export type Priority = (typeof priorities)[number]

const leastUrgentFirst = priorities.toReversed()
/** One in so many is taken from the other end. */
const fairEvery = 16

/**
 * Keys that wait to be worked on: each at most once, the most urgent first, and never twice at the same time. A key that is added while it is
 * being worked on comes again afterwards.
 */
export class WriteQueue {
  readonly #waiting: Readonly<Record<Priority, Set<string>>> = {
    deleting: new Set(),
    failing: new Set(),
    news: new Set(),
    other: new Set(),
  }
  /** Where each of them has come to. Looking for the first of a set anew each time would go over all that were taken before. */
  readonly #firstOf: Record<Priority, Iterator<string, undefined>> = {
    deleting: this.#waiting.deleting.values(),
    failing: this.#waiting.failing.values(),
    news: this.#waiting.news.values(),
    other: this.#waiting.other.values(),
  }
  readonly #working: Set<string> = new Set()
  readonly #again: Map<string, Priority> = new Map()
  readonly #most: number
  readonly #work: (key: string) => Promise<void>
  readonly #background: Background
  #idle: (() => void)[] = []
  #stopped = false
  #held = false
  #taken = 0

  constructor(most: number, work: (key: string) => Promise<void>, background: Background = new Background()) {
    this.#most = most
    this.#background = background
    this.#work = work
  }

  get depth(): number {
    return priorities.reduce((sum, priority) => sum + this.#waiting[priority].size, 0)
  }

  /** Whether a key waits, is being worked on, or comes again. */
  has(key: string): boolean {
    return this.#working.has(key) || priorities.some((priority) => this.#waiting[priority].has(key))
  }

  add(key: string, priority: Priority): void {
    if (this.#stopped) return
    if (this.#working.has(key)) {
      const present = this.#again.get(key)
      if (present === undefined || priorities.indexOf(priority) < priorities.indexOf(present))
        this.#again.set(key, priority)
      return
    }
    const urgency = priorities.indexOf(priority)
    // One that is more urgent already stays so.
    if (priorities.some((other, at) => at < urgency && this.#waiting[other].has(key))) return
    for (const other of priorities) if (other !== priority) this.#waiting[other].delete(key)
    this.#waiting[priority].add(key)
    this.#next()
  }

  /** While it is held, nothing that waits is begun. */
  get held(): boolean {
    return this.#held
  }

  hold(): void {
    this.#held = true
  }

  release(): void {
    this.#held = false
    this.#next()
  }

  /** Finishes what is under way and takes nothing more. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const priority of priorities) this.#waiting[priority].clear()
    await this.idle()
  }

  /** Resolves when nothing waits and nothing is under way. */
  async idle(): Promise<void> {
    if (this.#working.size === 0 && this.depth === 0) return
    await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #next(): void {
    while (!this.#held && this.#working.size < this.#most) {
      const key = this.#take()
      if (key === undefined) break
      this.#working.add(key)
      this.#background.run({ what: 'writing a status', about: 'object', name: key }, () =>
        this.#work(key).finally(() => this.#done(key)),
      )
    }
    if (this.#working.size > 0 || this.depth > 0) return
    const waiting = this.#idle
    this.#idle = []
    for (const resolve of waiting) resolve()
  }

  #take(): string | undefined {
    // Where urgent ones come without end, the others have their turn all the same.
    const order = ++this.#taken % fairEvery === 0 ? leastUrgentFirst : priorities
    for (const priority of order) {
      const waiting = this.#waiting[priority]
      if (waiting.size === 0) continue
      let first = this.#firstOf[priority].next()
      if (first.done === true) {
        this.#firstOf[priority] = waiting.values()
        first = this.#firstOf[priority].next()
      }
      if (first.done === true) continue
      waiting.delete(first.value)
      return first.value
    }
    return undefined
  }

  #done(key: string): void {
    this.#working.delete(key)
    const again = this.#again.get(key)
    this.#again.delete(key)
    if (again !== undefined) this.add(key, again)
    this.#next()
  }
}

const summaries: readonly string[] = ['Ready', 'Available', 'Accepted', 'Programmed']

/** What is going away and what got worse is written before everything else: somebody is waiting for it. Nothing for anything else. */
export function priorityOf(change: StatusChange): Priority | undefined {
  if (change.conditions.some(({ type, status }) => type === 'Deleting' && status === 'True'))
    return 'deleting'
  // What had no status was not better before.
  if (change.before === undefined) return undefined
  const worse = transitionsOf(change).some(
    ({ type, from, to }) =>
      from === 'True' && to !== undefined && to !== 'True' && summaries.includes(parseAddress(type).type),
  )
  return worse ? 'failing' : undefined
}
