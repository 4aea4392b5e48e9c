import type { ServerResponse } from 'node:http'

/** Whoever listens to a stream of server-sent events. */
export interface StreamListener {
  /** Sends whole events; who cannot keep up is let go, and comes back. */
  readonly send: (events: string) => void
}

/** What a listener says when it comes. */
export interface StreamAsked {
  readonly query: URLSearchParams
  /** The last event that it has seen, where it was here before. */
  readonly lastEventId: string | undefined
}

/** Opens a stream to a listener; what it returns is called when the listener is gone. */
export type OpenStream = (listener: StreamListener, asked: StreamAsked) => () => void

// A listener that cannot keep up is let go; it comes back and reads the present state.
const mostBufferedBytes = 4 * 1024 * 1024
// So that silence means a lost connection.
const heartbeatMs = 10_000

/** How many may listen at once. */
export const mostListeners = 200

/** All who listen now, on whichever stream. */
export class Listeners {
  readonly #responses: Set<ServerResponse> = new Set()
  readonly #heartbeat: NodeJS.Timeout

  constructor() {
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs)
    this.#heartbeat.unref()
  }

  get full(): boolean {
    return this.#responses.size >= mostListeners
  }

  add(response: ServerResponse, open: OpenStream, asked: StreamAsked): void {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.flushHeaders()
    this.#responses.add(response)
    const leave = open({ send: (events) => send(response, events) }, asked)
    response.on('close', () => {
      this.#responses.delete(response)
      leave()
    })
  }

  close(): void {
    clearInterval(this.#heartbeat)
    for (const response of this.#responses) response.end()
  }

  #beat(): void {
    for (const response of this.#responses) send(response, ':\n\n')
  }
}

function send(response: ServerResponse, events: string): void {
  if (response.writableLength > mostBufferedBytes) response.destroy()
  else response.write(events)
}
