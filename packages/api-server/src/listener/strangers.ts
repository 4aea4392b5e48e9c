import type { Socket } from 'node:net'

/**
 * Connections on which nobody has proved who he is, by address. Of one address only so many are kept: with one more the
 * oldest goes, because who has something to say has said it by then.
 */
export class Strangers {
  readonly #limit: number
  readonly #byAddress = new Map<string, Map<number, Socket>>()
  readonly #recognized = new WeakSet<Socket>()

  constructor(limit: number) {
    this.#limit = limit
  }

  add(socket: Socket): void {
    const { remoteAddress = '', remotePort = 0 } = socket
    const sockets = this.#byAddress.get(remoteAddress) ?? new Map<number, Socket>()
    this.#byAddress.set(remoteAddress, sockets)
    sockets.set(remotePort, socket)
    socket.once('close', () => this.#remove(remoteAddress, remotePort))
    if (sockets.size <= this.#limit) return
    for (const oldest of sockets.values()) {
      oldest.destroy()
      return
    }
  }

  /** Somebody known speaks on this connection, or on an encrypted one over it. */
  recognize(socket: Socket): void {
    if (this.#recognized.has(socket)) return
    this.#recognized.add(socket)
    const { remoteAddress = '', remotePort = 0 } = socket
    this.#remove(remoteAddress, remotePort)
  }

  #remove(address: string, port: number): void {
    const sockets = this.#byAddress.get(address)
    if (sockets?.delete(port) === true && sockets.size === 0) this.#byAddress.delete(address)
  }
}
