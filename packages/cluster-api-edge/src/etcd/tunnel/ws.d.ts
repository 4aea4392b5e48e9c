/** The little that is used of the package `ws`, which brings no types. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage } from 'node:http'
  import type { Duplex } from 'node:stream'

  export interface ClientOptions {
    readonly headers?: Readonly<Record<string, string>>
    readonly maxPayload?: number
    readonly perMessageDeflate?: false
    readonly ca?: string | Buffer
    readonly cert?: string | Buffer
    readonly key?: string | Buffer
    readonly servername?: string
    readonly rejectUnauthorized?: boolean
  }

  export class WebSocket extends EventEmitter {
    constructor(address: string, protocols: readonly string[], options: ClientOptions)
    terminate(): void
  }

  export class WebSocketServer extends EventEmitter {
    constructor(options: { readonly noServer: true })
    handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      done: (socket: WebSocket) => void,
    ): void
  }

  export function createWebSocketStream(socket: WebSocket): Duplex
}
