import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { RoutingListener } from '@sitrep/gateway-api'
import type { Arrival, HttpServing, PortConfiguration } from '../http/types.ts'
import type { Limits } from '../limits.ts'
import { createHelloReader } from './client-hello.ts'
import type { ConnectionGroup, ConnectionGroups } from './connections.ts'
import { groupName, handshakes, listenerFor, type PortProgram, ruleFor } from './port-program.ts'
import { passOn, reset } from './relay.ts'

/** What connections of a port are served with. */
export interface Serving {
  /** What the port does now. */
  readonly program: () => PortProgram | undefined
  readonly groups: ConnectionGroups
  readonly http: HttpServing
  readonly limits: Limits
  readonly random: () => number
}

/** Does with a connection what its port is for. */
export function serveConnection(socket: Socket, program: PortProgram, serving: Serving): void {
  const [listener] = program.listeners
  if (listener === undefined || program.speaks === 'udp') {
    socket.resetAndDestroy()
    return
  }
  if (program.speaks === 'tls') {
    serveTls(socket, serving)
    return
  }
  const group = serving.groups.of(groupName(program, listener.name))
  group.hold(socket)
  if (program.speaks === 'tcp') passTo({ socket, program, listener, serverName: '' }, serving)
  else serving.http.take(socket, { ...arrivalOf(socket), ...portOf(program, group, serving) })
}

/** A connection that a listener has. */
interface Taken {
  readonly socket: Socket
  readonly program: PortProgram
  readonly listener: RoutingListener
  readonly serverName: string
}

function serveTls(socket: Socket, serving: Serving): void {
  const timer = setTimeout(() => socket.destroy(), serving.limits.handshakeMs)
  const inTime = (): void => clearTimeout(timer)
  socket.once('close', inTime)
  serving.groups.of(handshakes).hold(socket)
  peekHello(socket, (serverName) => {
    const program = serving.program()
    if (serverName === undefined || program?.speaks !== 'tls') {
      socket.resetAndDestroy()
      return
    }
    const listener = listenerFor(program, serverName)
    if (listener === undefined) return turnAway(socket, program)
    const taken = { socket, program, listener, serverName }
    serving.groups.of(groupName(program, listener.name)).hold(socket)
    const terminating = program.terminating.get(listener.name)
    if (terminating === undefined) {
      inTime()
      return passTo(taken, serving)
    }
    if (terminating.termination === undefined) {
      socket.resetAndDestroy()
      return
    }
    terminating.termination.secure(socket, serverName, (stream) => {
      inTime()
      serveSecured(stream, taken, serving)
    })
  })
}

function serveSecured(stream: TLSSocket, taken: Taken, serving: Serving): void {
  const { socket, program, listener, serverName } = taken
  if (listener.protocol !== 'HTTPS') {
    passTo({ ...taken, stream }, serving)
    return
  }
  const group = serving.groups.of(groupName(program, listener.name))
  const protocol = stream.alpnProtocol === 'h2' ? 'h2' : 'http/1.1'
  serving.http.take(stream, {
    ...arrivalOf(socket),
    ...portOf(program, group, serving),
    tls: { listener: listener.name, serverName: serverName === '' ? undefined : serverName, protocol },
  })
}

function passTo(
  { socket, stream, program, listener, serverName }: Taken & { readonly stream?: TLSSocket },
  { limits, random }: Serving,
): void {
  passOn({
    client: stream ?? socket,
    rule: ruleFor(listener, program, serverName),
    upstreams: program.http.upstreams,
    limits,
    random,
    // Only what was read here may be wrapped again: all else is passed on as it is.
    reencrypt: stream === undefined ? 'never' : 'where wanted',
    refuse: () => reset(socket),
  }).catch(() => reset(socket))
}

const arrivalOf = ({
  remoteAddress = '',
  remotePort = 0,
}: Socket): Pick<Arrival, 'remoteAddress' | 'remotePort'> => ({
  remoteAddress,
  remotePort,
})

// Who came in by a listener that is gone has nothing left to ask for: not even what another Gateway has on the port now.
function portOf(
  { http: first }: PortProgram,
  { leaving }: ConnectionGroup,
  { program }: Serving,
): Pick<Arrival, 'port' | 'leaving'> {
  let last: PortConfiguration = first
  return {
    leaving,
    port() {
      const now = leaving.aborted ? undefined : program()?.http
      last = now ?? { ...last, listeners: [] }
      return last
    },
  }
}

// Where nothing ends here, nobody here speaks TLS either: the connection is refused, as the others behind it would be.
function turnAway(socket: Socket, { terminating }: PortProgram): void {
  if (terminating.size === 0) socket.resetAndDestroy()
  else socket.end(unknownName, () => socket.destroy())
}

/** Reads the first message of a TLS client for the name in it, and puts it back, so that whoever gets the connection finds it whole. */
function peekHello(socket: Socket, tell: (serverName: string | undefined) => void): void {
  const reader = createHelloReader()
  const pieces: Buffer[] = []
  const end = (): void => tell(undefined)
  const read = (piece: Buffer): void => {
    pieces.push(piece)
    const reading = reader.push(piece)
    if (reading.found === 'more wanted') return
    socket.off('data', read).off('end', end)
    socket.pause()
    socket.unshift(Buffer.concat(pieces))
    tell(reading.found === 'hello' ? reading.serverName : undefined)
  }
  socket.on('data', read).once('end', end)
}

// TLS can say that it does not know a name (RFC 6066, 3), so that clients can tell it from a broken connection.
const unknownName: Uint8Array = Uint8Array.from([21, 3, 3, 0, 2, 2, 112])
