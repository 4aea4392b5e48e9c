import { connect, createServer, type Socket } from 'node:net'
import type { HttpServing } from '../http/types.ts'
import type { Limits } from '../limits.ts'
import { createConnectionGroups } from './connections.ts'
import { groupNames, type PortProgram } from './port-program.ts'
import { serveConnection } from './serve-connection.ts'

/** A socket that is open, whatever is programmed for it. */
export interface OpenPort {
  /** Whether what is sent to it arrives here. */
  readonly probe: () => Promise<boolean>
  /** To be called after every switch: lets connections go whose listener is no longer there; resolves when they have. */
  readonly settle: () => Promise<void>
  /** Takes nothing new, lets what is under way end within the time to drain, and closes the rest. */
  readonly close: () => Promise<void>
}

/** What a port is opened with. */
export interface PortOptions {
  readonly host: string
  readonly port: number
  /** What it does now: asked anew for every connection, so that a change needs no new socket. */
  readonly program: () => PortProgram | undefined
  readonly http: HttpServing
  readonly limits: Limits
  readonly random: () => number
}

/** Opens a port for connections. Rejects with the system's error where it cannot be had. */
export async function openTcpPort(options: PortOptions): Promise<OpenPort> {
  const { host, port, limits } = options
  const groups = createConnectionGroups(limits.drainMs)
  const serving = { ...options, groups }
  const probes = new Map<Socket, () => void>()
  // Who comes between the opening of a socket and the switch waits for it.
  let early: Socket[] | undefined = []
  let count = 0

  const accept = (socket: Socket): void => {
    socket.on('error', () => socket.destroy())
    if (early === undefined) receive(socket)
    else early.push(socket)
  }
  const receiveEarly = (): void => {
    const waiting = early ?? []
    early = undefined
    for (const socket of waiting) receive(socket)
  }
  const receive = (socket: Socket): void => {
    const { remotePort } = socket
    const probe = [...probes].find(([{ localPort }]) => localPort === remotePort)
    if (probe !== undefined) {
      const [, arrived] = probe
      // Broken off from both ends, so that no port is kept waiting for stragglers.
      socket.resetAndDestroy()
      arrived()
      return
    }
    const program = options.program()
    if (program === undefined || count >= limits.connections) {
      socket.resetAndDestroy()
      return
    }
    count += 1
    socket.once('close', () => {
      count -= 1
    })
    socket.setNoDelay(true)
    serveConnection(socket, program, serving)
  }
  const server = createServer({ allowHalfOpen: true }, accept)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Where there are too many open files, those who wait to be accepted go on waiting.
  server.on('error', () => {})

  return {
    probe() {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const probe = connect({ host: reachable(host), port, timeout: limits.connectMs })
      const end = (arrived: boolean) => (): void => {
        resolve(arrived)
        probes.delete(probe)
        probe.resetAndDestroy()
      }
      probes.set(probe, end(true))
      probe.once('timeout', end(false)).on('error', end(false)).once('close', end(false))
      return promise
    },
    settle() {
      receiveEarly()
      return groups.keepOnly(groupNames(options.program()))
    },
    async close() {
      server.close()
      receiveEarly()
      await groups.keepOnly(new Set())
    },
  }
}

// A socket that is open on every address is reached by one of them.
const reachable = (host: string): string => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)
