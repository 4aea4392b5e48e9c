import type { OpenStream, StreamListener } from '@sitrep/controller'
import type { ChangeEvents } from '@sitrep/dashboard'

// Enough for whoever was away for some minutes; who was away longer asks for everything.
const mostEvents = 10_000
const mostBytes = 8 * 1024 * 1024

interface LimitedBy {
  readonly events?: number
  readonly bytes?: number
}

/**
 * The last changes, numbered one by one, for whoever listens and for whoever comes back. Numbers begin with the time of the start, so that
 * one from an earlier life is never taken for one of this.
 */
export class ChangeLog {
  readonly #most: Required<LimitedBy>
  readonly #listeners: Set<StreamListener> = new Set()
  #events: string[] = []
  #bytes = 0
  #last: number

  constructor(startedAt: number, most: LimitedBy = {}) {
    this.#last = startedAt * 1_000
    this.#most = { events: mostEvents, bytes: mostBytes, ...most }
  }

  /** The number of the last event. */
  get last(): number {
    return this.#last
  }

  publish<Name extends keyof ChangeEvents>(name: Name, event: ChangeEvents[Name]): void {
    const text = eventText(++this.#last, name, event)
    this.#events.push(text)
    this.#bytes += text.length
    while (this.#events.length > this.#most.events || this.#bytes > this.#most.bytes)
      this.#bytes -= this.#events.shift()?.length ?? 0
    for (const listener of this.#listeners) listener.send(text)
  }

  /** What happened before is not worth telling: too much changed at once. */
  reset(): void {
    this.#events = []
    this.#bytes = 0
    this.#last++
    for (const listener of this.#listeners) listener.send(this.#resetText())
  }

  /** Goes on after the event that the listener has seen last, or has it ask for everything. */
  readonly open: OpenStream = (listener, { query, lastEventId }) => {
    const seen = lastEventId ?? query.get('after')
    if (seen === null || seen === '') listener.send(':\n\n')
    else listener.send(this.#after(Number(seen)))
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #after(seen: number): string {
    const missed = this.#last - seen
    if (!Number.isSafeInteger(seen) || missed < 0 || missed > this.#events.length) return this.#resetText()
    return missed === 0 ? ':\n\n' : this.#events.slice(-missed).join('')
  }

  #resetText(): string {
    return eventText(this.#last, 'reset', { upTo: this.#last })
  }
}

const eventText = (id: number, name: string, event: unknown): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(event)}\n\n`
