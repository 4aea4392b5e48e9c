import { setTimeout as delay } from 'node:timers/promises'
import { describeTls } from './described-tls.ts'
import type { EchoIdentity } from './types.ts'

/** A request of either version of HTTP, as far as an echo needs it. */
export interface EchoRequest {
  /** As it was sent, query included. */
  readonly target: string
  readonly method: string
  readonly host: string
  readonly proto: string
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
  readonly socket: unknown
  readonly port: number
}

/** What is answered; without a status the connection is cut. */
export interface EchoAnswer {
  readonly status?: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const empty = (status: number): EchoAnswer => ({ status, headers: {}, body: '' })

/** Decides what one pod answers. It remembers which tries it has failed. */
export class HttpEcho {
  readonly #identity: EchoIdentity
  readonly #tries: Map<string, number> = new Map()

  constructor(identity: EchoIdentity) {
    this.#identity = identity
  }

  async answer(request: EchoRequest): Promise<EchoAnswer> {
    const [rawPath = '', search = ''] = split(request.target)
    const path = rawPath.replaceAll(/\/{2,}/g, '/')
    const query = new URLSearchParams(search)
    if (path === '/health') return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }
    if (path.startsWith('/status/')) return statusAnswer(request.target)
    if (path.startsWith('/retry/')) return this.#retried(request, query)
    await pause(query.get('delay'))
    return this.#echo(request)
  }

  async #retried(request: EchoRequest, query: URLSearchParams): Promise<EchoAnswer> {
    const [uuid, succeedAfter] = [query.get('uuid'), Number(query.get('succeedAfter') ?? Number.NaN)]
    if (uuid === null || !Number.isInteger(succeedAfter)) return empty(400)
    const tries = (this.#tries.get(uuid) ?? 0) + 1
    this.#tries.set(uuid, tries)
    if (tries > succeedAfter) {
      await pause(query.get('delay'))
      return this.#echo(request)
    }
    await pause(query.get('delayRetry'))
    const code = Number(query.get('responseCode'))
    return Number.isInteger(code) && code >= 200 ? empty(code) : { headers: {}, body: '' }
  }

  #echo(request: EchoRequest): EchoAnswer {
    const { namespace, ingress, service, pod, log } = this.#identity
    const { target, host, method, proto, rawHeaders, port } = request
    const tls = describeTls(request.socket)
    log(`Echoing back request made to ${target} to client (${addressOf(request.socket)})`)
    const body = {
      path: target,
      host,
      method,
      proto,
      headers: headersOf(rawHeaders),
      httpPort: String(port),
      namespace,
      ingress,
      service,
      pod,
      ...(tls && { tls }),
    }
    const headers = {
      'Content-Type': 'application/json',
      'X-Content-Type-Options': 'nosniff',
      ...wantedHeaders(rawHeaders),
    }
    return { status: 200, headers, body: `${JSON.stringify(body, undefined, 1)}\n` }
  }
}

const split = (target: string): readonly string[] => {
  const mark = target.indexOf('?')
  return mark === -1 ? [target] : [target.slice(0, mark), target.slice(mark + 1)]
}

async function pause(wanted: string | null): Promise<void> {
  const ms = parseDuration(wanted)
  if (ms !== undefined) await delay(ms, undefined, { ref: false })
}

function statusAnswer(target: string): EchoAnswer {
  const [, code] = /^\/+status\/(\d{3})$/.exec(target) ?? []
  return empty(code === undefined || Number(code) < 200 || Number(code) > 599 ? 400 : Number(code))
}

const addressOf = (socket: unknown): string =>
  String((socket as { remoteAddress?: string } | undefined)?.remoteAddress ?? '')

/** Names with a capital after every hyphen, each with all of its values; the host is told for itself. */
function headersOf(raw: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, value] of pairs(raw)) {
    if (name.startsWith(':') || name.toLowerCase() === 'host') continue
    const canonical = name.toLowerCase().replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
    const values = found[canonical]
    if (values === undefined) found[canonical] = [value]
    else values.push(value)
  }
  return found
}

// `X-Echo-Set-Header: a:b,c:d` asks for headers of the answer; it mostly comes empty.
function wantedHeaders(raw: readonly string[]): Readonly<Record<string, string>> {
  const wanted: Record<string, string> = {}
  for (const [name, value] of pairs(raw)) {
    if (name.toLowerCase() !== 'x-echo-set-header') continue
    for (const part of value.split(',')) {
      const [key = '', ...rest] = part.split(':')
      const header = key.trim().toLowerCase()
      if (header === '') continue
      const text = rest.join(':').trim()
      wanted[header] = wanted[header] === undefined ? text : `${wanted[header]},${text}`
    }
  }
  return wanted
}

function* pairs(raw: readonly string[]): Iterable<readonly [string, string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] ?? '', raw[at + 1] ?? '']
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** A duration as Go writes it, `1s` or `500ms`, in milliseconds; nothing where it is none. */
function parseDuration(text: string | null): number | undefined {
  if (text === null) return undefined
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return undefined
  return parts.reduce((sum, [, amount = '', unit = '']) => sum + Number(amount) * (units[unit] ?? 0), 0)
}
