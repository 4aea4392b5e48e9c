import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { createAuthority, issueCertificate } from '../src/tls/certificate.ts'
import type { Json } from './exchange.ts'

/** Answers one review; `undefined` leaves the caller waiting. */
export type Reviewer = (
  review: Json,
) => { readonly status?: number; readonly body: Json | string } | undefined

/** A webhook of our own that both servers call. */
export interface WebhookServer {
  /** The client configuration for a path. */
  client(path: string): { readonly url: string; readonly caBundle: string }
  /** What was received at a path, in order. */
  received(path: string): readonly Json[]
  close(): Promise<void>
}

export async function openWebhookServer(
  reviewers: Readonly<Record<string, Reviewer>>,
): Promise<WebhookServer> {
  const now = Date.now()
  const authority = createAuthority({ commonName: 'webhooks' }, now)
  const { certificate, key } = issueCertificate(authority, {
    commonName: 'webhook',
    use: 'server',
    hosts: ['127.0.0.1'],
    now,
  })
  const received = new Map<string, Json[]>()
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const review: Json = JSON.parse(Buffer.concat(chunks).toString())
      received.set(path, [...(received.get(path) ?? []), review])
      const answer = reviewers[path]?.(review)
      if (answer === undefined) return
      const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(text)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    client: (path) => ({
      url: `https://127.0.0.1:${portOf(server)}${path}`,
      caBundle: Buffer.from(authority.certificate).toString('base64'),
    }),
    received: (path) => received.get(path) ?? [],
    close: async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
