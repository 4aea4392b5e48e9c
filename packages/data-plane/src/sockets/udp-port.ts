import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import type { Upstream } from '../backends/types.ts'
import { weighted } from '../backends/weighted.ts'
import { type PortProgram, ruleFor } from './port-program.ts'
import type { OpenPort, PortOptions } from './tcp-port.ts'

/** A client and the endpoint that its datagrams go to. */
interface Session {
  readonly socket: Socket
  readonly send: (datagram: Buffer) => void
  readonly upstream: Upstream
  readonly backend: string
  /** The program under which the session was last seen to be right. */
  program: PortProgram
  usedAt: number
}

/** How much is kept for an endpoint until the socket to it is ready. */
const mostWaiting = 16

/** Opens a port for datagrams. Rejects with the system's error where it cannot be had. */
export async function openUdpPort(options: PortOptions & { readonly now: () => number }): Promise<OpenPort> {
  const { host, port, limits, now } = options
  const family = isIPv6(host) ? 'udp6' : 'udp4'
  const server = createSocket(family)
  // In the order of their last use.
  const sessions = new Map<string, Session>()

  const end = (client: string): void => {
    const session = sessions.get(client)
    if (session === undefined) return
    sessions.delete(client)
    session.socket.close()
  }
  const endSilent = (): void => {
    for (const [client, { usedAt }] of sessions) {
      if (usedAt + limits.idleMs > now()) return
      end(client)
    }
  }
  const endAll = (): void => {
    for (const client of sessions.keys()) end(client)
  }
  const use = (client: string, session: Session): void => {
    session.usedAt = now()
    sessions.delete(client)
    sessions.set(client, session)
  }
  const begin = (client: string, from: RemoteInfo, program: PortProgram): Session | undefined => {
    const target = targetOf(program, options.random)
    if (target === undefined) return undefined
    const [longestSilent] = sessions.keys()
    if (sessions.size >= limits.datagramClients && longestSilent !== undefined) end(longestSilent)
    const { upstream } = target
    const socket = createSocket(isIPv6(upstream.address) ? 'udp6' : 'udp4')
    // That nobody listens there comes back as an error; the next datagram finds another endpoint.
    const fail = (): void => {
      upstream.failed()
      if (sessions.get(client) === session) end(client)
    }
    const send = connected(socket, upstream, fail)
    const session: Session = { ...target, socket, send, program, usedAt: now() }
    socket.on('message', (answer) => {
      if (sessions.get(client) !== session) return
      upstream.succeeded()
      use(client, session)
      server.send(answer, from.port, from.address, ignoreLoss)
    })
    sessions.set(client, session)
    return session
  }

  server.on('message', (datagram, from) => {
    const program = options.program()
    if (program === undefined) return
    const client = `${from.address} ${from.port}`
    const known = sessions.get(client)
    if (known !== undefined && !isRight(known, program)) end(client)
    const session = sessions.get(client) ?? begin(client, from, program)
    if (session === undefined) return
    use(client, session)
    session.send(datagram)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.bind({ address: host, port, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', () => {})
  const sweep = setInterval(endSilent, Math.max(10, limits.idleMs / 4))
  sweep.unref()

  return {
    probe: () => Promise.resolve(true),
    settle: () => Promise.resolve(),
    close() {
      clearInterval(sweep)
      endAll()
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      return promise
    },
  }
}

// Datagrams may get lost: whoever sends them knows.
const ignoreLoss = (): void => {}

/** Connects a socket, so that it hears nobody else, and gives what sends on it. What comes before it is ready waits. */
function connected(socket: Socket, { address, port }: Upstream, fail: () => void): Session['send'] {
  const waiting: Buffer[] = []
  let state: 'opening' | 'open' | 'closed' = 'opening'
  socket.on('error', fail)
  socket.once('close', () => {
    state = 'closed'
  })
  socket.connect(port, address, (error?: Error | null) => {
    if (error) return fail()
    if (state === 'closed') return
    state = 'open'
    for (const datagram of waiting) socket.send(datagram, ignoreLoss)
  })
  return (datagram) => {
    if (state === 'open') socket.send(datagram, ignoreLoss)
    else if (state === 'opening' && waiting.length < mostWaiting) waiting.push(datagram)
  }
}

function targetOf(
  program: PortProgram,
  random: () => number,
): Pick<Session, 'upstream' | 'backend'> | undefined {
  const [listener] = program.listeners
  const rule = listener && ruleFor(listener, program, '')
  if (rule === undefined || rule.answer !== undefined) return undefined
  const { backend } = weighted(rule.backends, random()) ?? {}
  const upstream = backend === undefined ? undefined : program.http.upstreams.pick(backend)
  return backend === undefined || upstream === undefined ? undefined : { backend, upstream }
}

/** Whether a new configuration would still send the client where it is sent. */
function isRight(session: Session, program: PortProgram): boolean {
  if (session.program === program) return true
  const [listener] = program.listeners
  const rule = listener && ruleFor(listener, program, '')
  const { endpoints = [] } = program.http.backends[session.backend] ?? {}
  const right =
    rule?.answer === undefined &&
    rule?.backends.some(({ backend, weight }) => backend === session.backend && weight > 0) === true &&
    endpoints.some(({ address, port }) => `${address}:${port}` === session.upstream.key)
  if (right) session.program = program
  return right
}
