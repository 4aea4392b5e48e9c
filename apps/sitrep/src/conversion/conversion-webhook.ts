import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { Background } from '@sitrep/controller'
import { parseJson } from '@sitrep/controller/connection'
import { CommandError } from '../command.ts'
import type { Log } from '../program/log.ts'

export interface ConversionWebhookOptions {
  /** Holds `tls.crt` and `tls.key`, as a mounted Secret of type `kubernetes.io/tls` does. */
  readonly certificates: string
  readonly port: number
  /** Default: every address, for API servers call from elsewhere. */
  readonly host?: string
  /** Answers a ConversionReview with one. Whatever it is sent. */
  readonly review: (review: unknown) => unknown
  readonly log: Log
  readonly mostBytes?: number
  /** How long a client may take; left out: as long as an API server waits for a webhook. */
  readonly patience?: WebhookPatience
}

/** In milliseconds. */
export interface WebhookPatience {
  readonly headersTimeout: number
  /** For all of a request. */
  readonly requestTimeout: number
  /** For reading all of an answer. */
  readonly answerTimeout: number
  /** How often it is looked for those who take longer. */
  readonly connectionsCheckingInterval: number
}

/** A conversion webhook on a socket. */
export interface ConversionWebhook {
  readonly port: number
  readonly close: () => Promise<void>
}

// An API server sends a whole page of a list at once: 500 objects of the 1.5 MB that etcd takes would be more, and are not met.
const mostBytesUsually = 64 * 1024 * 1024
const usualPatience: WebhookPatience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  answerTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}
const mostConnections = 1_000
const converting = { what: 'answering a ConversionReview', about: 'request', name: 'POST /convert' } as const

/**
 * Answers `POST /convert` over TLS. Whatever is sent is answered, with a ConversionReview that says why where it cannot be
 * converted. A certificate that was replaced is used for the next connection; one that cannot be used leaves the old one in place.
 */
export async function serveConversion(options: ConversionWebhookOptions): Promise<ConversionWebhook> {
  const { port, host, certificates, log } = options
  let present = usableIdentity(certificates)
  const background = new Background(({ error }) =>
    log.error('a conversion failed by our mistake', { why: stackOf(error) }),
  )
  const { answerTimeout, ...times } = options.patience ?? usualPatience
  const server = createServer({ ...present, ...times }, (request, response) => {
    // Whoever hangs up while being answered does not hear the rest.
    response.on('error', () => response.destroy())
    endUnread(response, answerTimeout)
    background.run(converting, () => answer(request, response, options))
  })
  server.maxConnections = mostConnections
  // Before the TLS of a new connection begins, so that a certificate is never shown after it was replaced.
  server.prependListener('connection', () => {
    try {
      const newest = readIdentity(certificates)
      if (newest.cert === present.cert && newest.key === present.key) return
      server.setSecureContext(newest)
      present = newest
      log.info('the certificate of the conversion webhook was replaced', {})
    } catch (error) {
      log.warn('the certificate of the conversion webhook cannot be read, the last one stays', {
        why: String(error),
      })
    }
  })
  server.on('tlsClientError', () => {})
  await listening(server, port, host)
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** An answer that nobody takes would be held for ever. The time counts from its first byte: before, the request has its own. */
function endUnread(response: ServerResponse, answerTimeout: number): void {
  let timer: NodeJS.Timeout | undefined
  response.once('prefinish', () => {
    timer = setTimeout(() => response.destroy(), answerTimeout)
  })
  response.once('close', () => clearTimeout(timer))
}

interface Identity {
  readonly cert: string
  readonly key: string
}

function usableIdentity(folder: string): Identity {
  try {
    const identity = readIdentity(folder)
    createSecureContext(identity)
    return identity
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(
      2,
      `--webhook-cert ${folder} needs tls.crt and tls.key that belong together: ${why}`,
      {
        cause,
      },
    )
  }
}

const readIdentity = (folder: string): Identity => ({
  cert: readFileSync(join(folder, 'tls.crt'), 'utf8'),
  key: readFileSync(join(folder, 'tls.key'), 'utf8'),
})

async function listening(server: Server, port: number, host: string | undefined): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError(3, `The conversion webhook cannot listen on port ${port}: ${why}`, { cause })
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { review: answered, log, mostBytes = mostBytesUsually }: ConversionWebhookOptions,
): Promise<void> {
  const sendText = (status: number, text: string): void => {
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(status === 413 && { connection: 'close' }),
      })
      .end(text)
  }
  const send = (status: number, review: unknown): void => sendText(status, JSON.stringify(review))
  if ((request.url ?? '').split('?')[0] !== '/convert') return send(404, failure('only /convert is served'))
  if (request.method !== 'POST') return send(405, failure('a ConversionReview is sent with POST'))
  const body = await readBody(request, mostBytes)
  if (body === 'cut') return
  if (body === 'too-large')
    return send(413, failure(`a ConversionReview has at most ${mostBytes} bytes here`))
  const review = parsed(body)
  if (review === undefined) return send(400, failure('this is no JSON, or nested too deep'))
  let told: string
  try {
    told = JSON.stringify(answered(review))
  } catch (error) {
    log.error('a conversion failed by our mistake', { why: stackOf(error) })
    return send(500, failure('the conversion failed; the log of sitrep says why', uidOf(review)))
  }
  sendText(200, told)
}

const stackOf = (error: unknown): string | undefined => (error instanceof Error ? error.stack : String(error))

function failure(message: string, uid = ''): unknown {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    response: { uid, convertedObjects: [], result: { status: 'Failure', message } },
  }
}

async function readBody(request: IncomingMessage, mostBytes: number): Promise<string | 'too-large' | 'cut'> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) return 'too-large'
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > mostBytes) return 'too-large'
      chunks.push(chunk)
    }
  } catch {
    // Whoever hangs up in the middle waits for no answer.
    return 'cut'
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function uidOf(review: unknown): string {
  const { request } = (review ?? {}) as { request?: { uid?: unknown } }
  return typeof request?.uid === 'string' ? request.uid : ''
}
