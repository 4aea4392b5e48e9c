import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls'
import type { ObjectReference, RoutingListener } from '@sitrep/gateway-api'
import { materialKey } from '../backends/backend-tls.ts'
import type { KeyPair, Materials } from '../data-plane.ts'
import type { MadeOnce } from '../made-once.ts'

/** Ends TLS for one listener. */
export interface Termination {
  /** Does the handshake on a connection whose first bytes lie in it again, for this name, and calls back when it has succeeded. */
  readonly secure: (socket: Socket, serverName: string, secured: (stream: TLSSocket) => void) => void
}

/** What a listener ends TLS with, and what of it could not be had, in words. */
export interface Terminating {
  /** Absent: no connection can be taken. */
  readonly termination?: Termination
  readonly problem?: string
}

/** One certificate, ready to be shown. */
export interface TlsEnd {
  readonly certificate: X509Certificate
  readonly secure: (socket: Socket, secured: (stream: TLSSocket) => void) => void
}

/** What listeners are made ready with. */
export interface TerminationParts {
  readonly materials: Materials
  /** By the texts that they are made of; in words where they cannot be made. */
  readonly ends: MadeOnce<TlsEnd | string>
  readonly handshakeMs: number
}

/** Makes ready what a listener ends TLS with: as many of its certificates as can be used. */
export function terminatingOf(listener: RoutingListener, parts: TerminationParts): Terminating {
  const clients = clientsOf(listener, parts.materials)
  const problems = [...clients.problems]
  const ends = (listener.tls?.certificates ?? []).flatMap((ref) => {
    const made = endOf(ref, { ...parts, settings: { ...clients.settings, ...alpnOf(listener) } })
    if (typeof made !== 'string') return [made]
    problems.push(made)
    return []
  })
  if (ends.length === 0 && problems.length === 0) problems.push('The listener has no certificate')
  const problem = problems.length === 0 ? {} : { problem: problems.join('; ') }
  const [first] = ends
  if (first === undefined || clients.settings === undefined) return problem
  const termination: Termination = {
    secure(socket, serverName, secured) {
      const fitting =
        serverName === ''
          ? undefined
          : ends.find(({ certificate }) => certificate.checkHost(serverName) !== undefined)
      ;(fitting ?? first).secure(socket, secured)
    },
  }
  return { ...problem, termination }
}

// TLSRoutes pass on whatever is spoken inside: nothing is agreed on for them.
const alpnOf = ({ protocol }: RoutingListener): TlsOptions =>
  protocol === 'HTTPS' ? { ALPNProtocols: ['h2', 'http/1.1'] } : {}

interface Clients {
  /** Absent: clients are to be verified, and there is nothing to do it with. */
  readonly settings?: TlsOptions
  readonly problems: readonly string[]
}

function clientsOf({ tls }: RoutingListener, { authorities }: Materials): Clients {
  if (tls?.clients === undefined) return { settings: {}, problems: [] }
  const { mode, authorities: refs } = tls.clients
  const ca = refs.flatMap((ref) => authorities[materialKey(ref)] ?? [])
  const problems = refs
    .filter((ref) => authorities[materialKey(ref)] === undefined)
    .map((ref) => `The authorities in ${materialKey(ref)} could not be read`)
  const required = mode !== 'AllowInsecureFallback'
  if (ca.length === 0 && required) return { problems }
  // Whoever is let in anyway is verified with nothing: a signature that does not fit leaves an error behind in OpenSSL, and Node ends the connection with it.
  return { settings: { ca: required ? ca : [], requestCert: true, rejectUnauthorized: required }, problems }
}

function endOf(
  ref: ObjectReference,
  { materials, ends, handshakeMs, settings }: TerminationParts & { readonly settings: TlsOptions },
): TlsEnd | string {
  const pair = materials.certificates[materialKey(ref)]
  if (pair === undefined) return `The certificate in ${materialKey(ref)} could not be read`
  // What cannot be used is remembered too: it stays so until its text changes.
  const made = ends.get(JSON.stringify([pair, settings]), () =>
    usableEnd(pair, { ...settings, handshakeTimeout: handshakeMs }),
  )
  return typeof made === 'string' ? `The certificate in ${materialKey(ref)} cannot be used: ${made}` : made
}

function usableEnd(pair: KeyPair, settings: TlsOptions): TlsEnd | string {
  const { certificate: cert, key } = pair
  const make = (): TlsEnd => createEnd({ ...settings, cert, key }, new X509Certificate(cert))
  return faultOf(pair) ?? attempt(make) ?? 'OpenSSL refuses it, or the authorities for clients'
}

function faultOf({ certificate, key }: KeyPair): string | undefined {
  const read = attempt(() => new X509Certificate(certificate))
  if (read === undefined) return 'it is no certificate in PEM'
  const own = attempt(() => createPrivateKey(key))
  if (own === undefined) return 'its key is no key in PEM'
  return read.checkPrivateKey(own) ? undefined : 'its key is another one'
}

// Of texts that others wrote, that they cannot be read is all there is to know.
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** A server that listens nowhere: connections are brought to it, and it keeps what lets clients resume sessions. */
function createEnd(options: TlsOptions, certificate: X509Certificate): TlsEnd {
  const server = createServer(options)
  const waiting = new Map<string, (stream: TLSSocket) => void>()
  server.on('secureConnection', (stream) => {
    stream.on('error', () => stream.destroy())
    const secured = waiting.get(wayOf(stream))
    if (secured === undefined) stream.destroy()
    else secured(stream)
  })
  server.on('tlsClientError', (_error, stream) => stream.destroy())
  return {
    certificate,
    secure(socket, secured) {
      const way = wayOf(socket)
      waiting.set(way, secured)
      socket.once('close', () => {
        if (waiting.get(way) === secured) waiting.delete(way)
      })
      server.emit('connection', socket)
    },
  }
}

// Both ends of a connection: no two that are open have the same.
const wayOf = ({ localAddress, localPort, remoteAddress, remotePort }: Socket): string =>
  `${localAddress} ${localPort} ${remoteAddress} ${remotePort}`
