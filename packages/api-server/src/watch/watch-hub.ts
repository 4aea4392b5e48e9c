import type { Store } from '../store/store.ts'
import { WatchChannel } from './watch-channel.ts'
import type { WatchView } from './watch-view.ts'
import type { Watcher } from './watcher.ts'

const bookmarkIntervalMs = 60_000

interface OpenChannel {
  readonly channel: WatchChannel
  readonly unsubscribe: () => void
}

/** All open watches of one cluster. */
export class WatchHub {
  readonly #store: Store
  readonly #channels = new Map<string, OpenChannel>()
  readonly #timer: NodeJS.Timeout

  constructor(store: Store) {
    this.#store = store
    this.#timer = setInterval(() => this.bookmarkAll(), bookmarkIntervalMs)
    this.#timer.unref()
  }

  /** Lets a watcher have everything that becomes durable from now on. Returns what ends that. */
  join(shown: WatchView, watcher: Watcher): () => void {
    const open = this.#channels.get(shown.id) ?? this.#open(shown)
    open.channel.join(watcher)
    return () => {
      open.channel.leave(watcher)
      if (open.channel.size === 0) this.#close(shown.id, open)
    }
  }

  bookmarkAll(): void {
    for (const { channel } of this.#channels.values()) channel.bookmark(this.#store.revision)
  }

  /** Ends the watches of views that are not served any more. */
  endUnless(served: (shown: WatchView) => boolean): void {
    for (const [id, open] of [...this.#channels]) {
      if (served(open.channel.shown)) continue
      open.channel.endAll()
      this.#close(id, open)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.endUnless(() => false)
  }

  #open(shown: WatchView): OpenChannel {
    const channel = new WatchChannel(shown)
    const open = {
      channel,
      unsubscribe: this.#store.subscribe(shown.collection, (events) => channel.publish(events)),
    }
    this.#channels.set(shown.id, open)
    return open
  }

  #close(id: string, open: OpenChannel): void {
    open.unsubscribe()
    if (this.#channels.get(id) === open) this.#channels.delete(id)
  }
}
