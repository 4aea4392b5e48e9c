import type { Duplex } from 'node:stream'

/** Two connections that are to be joined, each with what already came on it. */
export interface TunnelEnd {
  readonly connection: Duplex
  readonly head: Buffer
}

/** How many bytes a tunnel carried, in both directions. */
export interface Carried {
  readonly received: number
  readonly sent: number
}

/** Joins two connections until both have ended, or until nothing has moved on either for a while. Calls back once. */
export function joinTunnel(
  [client, upstream]: readonly [TunnelEnd, TunnelEnd],
  idleMs: number,
  over: (carried: Carried) => void,
): void {
  const carried = { received: 0, sent: 0 }
  const ends = [client.connection, upstream.connection] as const
  const close = (): void => {
    for (const end of ends) end.destroy()
  }
  let timer = setTimeout(close, idleMs)
  const moved = (): void => {
    timer = timer.refresh()
  }
  let open = ends.length
  for (const end of ends) {
    // Whatever was to happen on a connection in HTTP does not hold for what it is now.
    if ('setTimeout' in end && typeof end.setTimeout === 'function') end.setTimeout(0)
    end.on('data', moved)
    end.on('error', close)
    end.once('close', () => {
      open -= 1
      close()
      if (open > 0) return
      clearTimeout(timer)
      over(carried)
    })
  }
  client.connection.on('data', (chunk: Buffer) => {
    carried.received += chunk.length
  })
  upstream.connection.on('data', (chunk: Buffer) => {
    carried.sent += chunk.length
  })
  if (client.head.length > 0) upstream.connection.write(client.head)
  if (upstream.head.length > 0) client.connection.write(upstream.head)
  client.connection.pipe(upstream.connection)
  upstream.connection.pipe(client.connection)
}
