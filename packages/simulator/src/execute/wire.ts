import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server over loopback that can be cut: bytes pass unread, so TLS goes through. */
export interface Wire {
  readonly host: string
  readonly port: number
  readonly reachable: boolean
  /** Cut, all that was under way ends and whoever comes is turned away. */
  readonly setReachable: (reachable: boolean) => void
  readonly close: () => Promise<void>
}

export interface WireTarget {
  readonly host: string
  readonly port: number
}

export async function openWire(target: WireTarget): Promise<Wire> {
  const sockets = new Set<Socket>()
  let reachable = false
  const server = createServer((near) => {
    if (!reachable) {
      near.destroy()
      return
    }
    const far = connect(target.port, target.host)
    pair(near, far, sockets)
  })
  const port = await listening(server)
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    host: '127.0.0.1',
    port,
    get reachable() {
      return reachable
    },
    setReachable(wanted) {
      reachable = wanted
      if (!wanted) cut()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cut()
      }),
  }
}

function pair(near: Socket, far: Socket, sockets: Set<Socket>): void {
  for (const [socket, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(socket)
    socket.setNoDelay(true)
    // Whatever ends one side ends the other; the client sees a broken connection and says so itself.
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
  }
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) resolve(address.port)
    })
  })
}
