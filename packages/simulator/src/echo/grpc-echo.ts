import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { describeTls } from './described-tls.ts'
import type { EchoIdentity, EchoTls } from './types.ts'

const service = '/gateway_api_conformance.echo_basic.grpcecho.GrpcEcho/'
const answered: ReadonlySet<string> = new Set([`${service}Echo`, `${service}EchoTwo`])
const unimplemented = 12

/** gRPC without TLS, or over it. */
export function grpcServer(identity: EchoIdentity, tls?: EchoTls): Http2Server {
  const server = tls === undefined ? createServer() : createSecureServer({ ...tls })
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) =>
    serve(stream, headers, identity),
  )
  server.on('sessionError', () => {})
  server.on('tlsClientError', () => {})
  return server as Http2Server
}

function serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, identity: EchoIdentity): void {
  stream.on('error', () => stream.destroy())
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  stream.on('end', () => {
    const path = String(headers[':path'] ?? '')
    const head = { ':status': 200, 'content-type': 'application/grpc' }
    if (!answered.has(path)) {
      stream.respond({ ...head, 'grpc-status': String(unimplemented) }, { endStream: true })
      return
    }
    identity.log(
      `Echoing back request made to ${path} to client (${stream.session?.socket.remoteAddress ?? ''})`,
    )
    stream.respond(head, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0', 'grpc-message': '' }))
    const asked = Buffer.concat(chunks).subarray(5)
    stream.end(
      framed(
        message([
          [1, assertions(stream, headers, identity)],
          [2, asked],
        ]),
      ),
    )
  })
}

// One byte that says that nothing is compressed, and the length.
function framed(content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

function assertions(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  { namespace, ingress, service: serviceName, pod }: EchoIdentity,
): Buffer {
  const tls = describeTls(stream.session?.socket)
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') ? [] : [value].flat().map((each) => [name, String(each)] as const),
  )
  return message([
    [1, String(headers[':path'] ?? '')],
    ...sent.map(
      ([key, value]): ProtobufField => [
        2,
        message([
          [1, key],
          [2, value],
        ]),
      ],
    ),
    [3, String(headers[':authority'] ?? headers.host ?? '')],
    [
      4,
      message([
        [1, namespace],
        [2, ingress],
        [3, serviceName],
        [4, pod],
      ]),
    ],
    ...(tls === undefined
      ? []
      : [
          [
            5,
            message([
              [1, tls.version],
              [2, tls.negotiatedProtocol],
              [3, tls.serverName],
              [4, tls.cipherSuite],
              ...tls.peerCertificates.map((each): ProtobufField => [5, each]),
            ]),
          ] as const,
        ]),
  ])
}

/** A field of a message: its number, and text or bytes or a message within. */
type ProtobufField = readonly [number: number, value: string | Buffer]

/** A protobuf message of texts and messages, field by field; empty texts are left out as everywhere. */
export const message = (fields: readonly ProtobufField[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (value === '') return []
      const bytes = typeof value === 'string' ? Buffer.from(value) : value
      return [varint((number << 3) | 2), varint(bytes.length), bytes]
    }),
  )

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  return Buffer.from([...bytes, rest])
}
