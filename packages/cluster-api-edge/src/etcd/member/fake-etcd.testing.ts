import { createSecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { type Identity, issueCertificate } from '@sitrep/api-server/certificates'
import { alarms, member, members, status } from './messages.testing.ts'

/** What is answered to a call: a message, a refusal by number of gRPC and words, or whatever the test itself does with the call. */
export type FakeAnswer =
  | Buffer
  | { readonly code: number; readonly words: string }
  | ((stream: ServerHttp2Stream) => void)

export interface FakeEtcd {
  readonly port: number
  /** What is answered, by method. */
  readonly answers: Record<'Status' | 'MemberList' | 'Alarm', FakeAnswer>
  /** What was called, as `<authority> <method> <message in hex>`. */
  readonly asked: string[]
  /** The server names that clients wished to talk to. */
  readonly names: unknown[]
  readonly close: () => Promise<void>
}

/** Answers like etcd, and only to clients that the authority vouches for. */
export async function openFakeEtcd(authority: Identity): Promise<FakeEtcd> {
  const own = issueCertificate(authority, { commonName: 'n1', now: Date.now(), use: 'server', hosts: ['n1'] })
  const [asked, names]: [string[], unknown[]] = [[], []]
  const answers: FakeEtcd['answers'] = {
    Status: status(1n),
    MemberList: members(member(1n, 'n1'), member(2n, 'n2'), member(3n, 'n3')),
    Alarm: alarms(),
  }
  const tls = { cert: own.certificate, key: own.key, ca: authority.certificate }
  const server = createSecureServer({ ...tls, requestCert: true, rejectUnauthorized: true })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    names.push((session.socket as { servername?: unknown }).servername)
    session.on('error', () => {})
  })
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => {})
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const method = String(headers[':path']).split('/').at(-1) as keyof FakeEtcd['answers']
      asked.push(`${headers[':authority']} ${headers[':path']} ${Buffer.concat(chunks).toString('hex')}`)
      reply(stream, answers[method])
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    answers,
    asked,
    names,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const session of sessions) session.destroy()
      }),
  }
}

function reply(stream: ServerHttp2Stream, answer: FakeAnswer): void {
  const head = { ':status': 200, 'content-type': 'application/grpc' }
  if (typeof answer === 'function') answer(stream)
  else if ('code' in answer) {
    const words = encodeURIComponent(answer.words)
    stream.respond(
      { ...head, 'grpc-status': String(answer.code), 'grpc-message': words },
      { endStream: true },
    )
  } else {
    stream.respond(head, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    const prefix = Buffer.alloc(5)
    prefix.writeUInt32BE(answer.length, 1)
    stream.end(Buffer.concat([prefix, answer]))
  }
}
