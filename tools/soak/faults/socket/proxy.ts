import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import type { Chance } from '../../chance.ts'

/** What can become of one connection. After so many bytes of an answer: in a header, in a body, in a chunk of a watch. */
export const socketFaults = ['delay', 'reset', 'truncate', 'fall silent', 'never answer'] as const
type SocketFault = (typeof socketFaults)[number]

export interface ProxyOptions {
  /** Where it leads to. */
  readonly port: number
  readonly chance: Chance
  /** How likely a connection is hit. */
  readonly often: number
  /** How long a connection that says nothing stays open. Default: as long as the other side keeps it. */
  readonly silentMs?: number
}

/** Stands between clients and a server, and lets happen to their connections what the seed says. */
export interface FaultyProxy {
  readonly port: number
  /** How often what has happened. */
  readonly hits: ReadonlyMap<SocketFault, number>
  /** From now on connections come through; what is silent stays silent. */
  readonly calm: () => void
  readonly close: () => Promise<void>
}

const mostBytes = 40_000
const longestDelayMs = 60

/** Opens it on a port of its own. */
export async function openFaultyProxy(options: ProxyOptions): Promise<FaultyProxy> {
  const { port, chance, often, silentMs } = options
  const hits = new Map<SocketFault, number>()
  const open = new Set<Socket>()
  let calm = false
  const server = createServer({ noDelay: true }, (client) => {
    const onward = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    const fault = !calm && chance.happens(often) ? chance.pick(socketFaults) : undefined
    if (fault !== undefined) hits.set(fault, (hits.get(fault) ?? 0) + 1)
    client.pipe(onward)
    answer({
      client,
      onward,
      fault,
      after: chance.below(mostBytes),
      delayMs: 1 + chance.below(longestDelayMs),
      silentMs,
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    calm: () => {
      calm = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

interface Passage {
  readonly client: Socket
  readonly onward: Socket
  readonly fault: SocketFault | undefined
  readonly after: number
  readonly delayMs: number
  readonly silentMs: number | undefined
}

function answer({ client, onward, fault, after, delayMs, silentMs }: Passage): void {
  let left = fault === 'never answer' ? 0 : after
  const end = (): void => {
    if (fault === 'reset') client.resetAndDestroy()
    else if (fault === 'truncate') client.destroySoon()
    else if (silentMs !== undefined) setTimeout(() => client.destroy(), silentMs).unref()
  }
  onward.on('data', (chunk: Buffer) => {
    if (fault === undefined) {
      client.write(chunk)
      return
    }
    if (fault === 'delay') {
      setTimeout(() => client.write(chunk), delayMs)
      return
    }
    if (left < 0) return
    if (chunk.length < left) {
      left -= chunk.length
      client.write(chunk)
      return
    }
    if (left > 0) client.write(chunk.subarray(0, left))
    left = -1
    end()
  })
}
