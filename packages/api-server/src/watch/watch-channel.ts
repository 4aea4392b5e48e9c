import { ApiError, internalError } from '../errors/api-error.ts'
import type { StoreEvent } from '../store/store.ts'
import { changesFor, preparedChanges, type WatchChange } from './changes.ts'
import { eventLine, linePieces } from './event-line.ts'
import type { WatchView } from './watch-view.ts'
import type { Watcher } from './watcher.ts'

/** All watchers that see the same. An event is turned into bytes once for all of them. */
export class WatchChannel {
  readonly shown: WatchView
  readonly #watchers = new Set<Watcher>()
  /** Set while events wait for somebody outside to convert their objects: later ones must not overtake them. */
  #queue: Promise<void> | undefined

  constructor(shown: WatchView) {
    this.shown = shown
  }

  get size(): number {
    return this.#watchers.size
  }

  join(watcher: Watcher): void {
    this.#watchers.add(watcher)
  }

  leave(watcher: Watcher): void {
    this.#watchers.delete(watcher)
  }

  publish(events: readonly StoreEvent[]): void {
    if (this.shown.view.resource.convertRemotely === undefined) {
      this.#deliver(changesFor(this.shown, events))
      return
    }
    const queue: Promise<void> = Promise.resolve(this.#queue)
      .then(() => this.#convertAndDeliver(events))
      .then(() => {
        if (this.#queue === queue) this.#queue = undefined
      })
    this.#queue = queue
  }

  /** Tells watchers that asked for it how far they are, when nothing is on its way to them. */
  bookmark(revision: number): void {
    if (this.#queue !== undefined) return
    const line = eventLine('BOOKMARK', this.shown.bookmark({ resourceVersion: `${revision}` }))
    for (const watcher of this.#watchers) {
      if (watcher.bookmarks && watcher.after <= revision) watcher.write(line)
    }
  }

  endAll(): void {
    for (const watcher of [...this.#watchers]) watcher.end()
    this.#watchers.clear()
  }

  async #convertAndDeliver(events: readonly StoreEvent[]): Promise<void> {
    try {
      const changes = await preparedChanges(this.shown, events)
      this.#deliver(changes)
    } catch (error) {
      this.#fail(error)
    }
  }

  #deliver(changes: readonly WatchChange[]): void {
    if (changes.length === 0) return
    let shared: Buffer | undefined
    const first = changes[0]?.revision ?? 0
    for (const watcher of this.#watchers) {
      if (watcher.after < first && (watcher.begun || this.shown.renderFirst === undefined)) {
        shared ??= changeLines(this.shown, changes)
        watcher.write(shared)
      } else this.#deliverTo(watcher, changes)
    }
  }

  #deliverTo(watcher: Watcher, changes: readonly WatchChange[]): void {
    const own = changes.filter(({ revision }) => revision > watcher.after)
    if (own.length === 0) return
    watcher.write(changeLines(this.shown, own, { first: !watcher.begun }))
    watcher.begun = true
  }

  #fail(error: unknown): void {
    const failure = error instanceof ApiError ? error : internalError('the watch could not be continued')
    const line = eventLine('ERROR', failure.toStatus())
    for (const watcher of this.#watchers) watcher.write(line)
    this.endAll()
  }
}

/** The lines of several events as one piece of memory. */
export function changeLines(
  shown: WatchView,
  changes: readonly Pick<WatchChange, 'type' | 'stored'>[],
  options: { readonly first?: boolean } = {},
): Buffer {
  return Buffer.concat(
    changes.flatMap(({ type, stored }, index) => {
      const render =
        index === 0 && options.first === true ? (shown.renderFirst ?? shown.render) : shown.render
      return linePieces(type, render(stored))
    }),
  )
}
