import type { IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { Answer, Json, Request } from './exchange.ts'
import { parseAnswer, textAt } from './json-answer.ts'

/** A server that stories are told to. */
export interface Target {
  readonly name: string
  send(request: Request): Promise<Answer>
  /** Opens a stream; an answer that is no stream (an error) arrives as `refused`. */
  stream(request: Request): Promise<Stream>
  close(): void | Promise<void>
}

/** Events as they arrive. */
export interface Stream {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly refused?: Json
  readonly events: readonly Json[]
  /** Waits until so many events came, the stream ended, or a few seconds passed. */
  arrived(count: number): Promise<void>
  readonly ended: boolean
  close(): void
}

export interface TargetOptions {
  readonly name: string
  readonly url: string
  readonly ca: string
  /** Bearer tokens by the user's name. */
  readonly tokens: Readonly<Record<string, string>>
}

// Unlike in time, in transport and in bookkeeping, two servers of one kind may differ.
const uncompared = new Set([
  'accept-ranges',
  'audit-id',
  'connection',
  'content-length',
  'date',
  'etag',
  'expires',
  'keep-alive',
  'last-modified',
  'transfer-encoding',
  'warning',
  'x-kubernetes-pf-flowschema-uid',
  'x-kubernetes-pf-prioritylevel-uid',
])

const patienceMs = 4_000

export function openTarget({ name, url, ca, tokens }: TargetOptions): Target {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 32 })
  const open = (request: Request): Promise<IncomingMessage> => {
    const token = tokens[request.as]
    const headers = {
      ...request.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      // Node leaves it out for DELETE, and the body would be taken for the next request.
      ...(request.body === undefined ? {} : { 'content-length': Buffer.byteLength(request.body) }),
    }
    return new Promise((resolve, reject) => {
      // As a path and not as a URL, which would resolve dots and so hide what a server makes of them.
      const outgoing = httpsRequest({
        hostname,
        port,
        path: request.path,
        method: request.method,
        headers,
        agent,
      })
      outgoing.on('response', resolve).on('error', (error) => {
        // A server may close an idle connection just when it is used again: nothing was answered, so ask again.
        if (outgoing.reusedSocket) open(request).then(resolve, reject)
        else reject(error)
      })
      outgoing.end(request.body)
    })
  }
  return {
    name,
    send: async (request) => {
      const ask = async (): Promise<Answer> => {
        try {
          return await readAnswer(await open(request))
        } catch (error) {
          // A server that breaks down over a request has answered it too, in its way.
          return { status: 0, headers: {}, warnings: [], body: `no answer: ${String(error)}` }
        }
      }
      const deadline = Date.now() + patienceMs
      let answer = await ask()
      // Kubernetes asks for a second try while it opens the store of a definition that has just changed.
      while (
        answer.status === 429 &&
        textAt(answer.body, 'message').includes('(re)initializing') &&
        Date.now() < deadline
      ) {
        await sleep(100)
        answer = await ask()
      }
      return answer
    },
    stream: async (request) => openStream(await open(request)),
    close: () => agent.destroy(),
  }
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const raw = Buffer.concat(chunks)
  const text = (response.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString()
  return {
    status: response.statusCode ?? 0,
    headers: comparedHeaders(response),
    warnings: warningsOf(response),
    body: bodyOf(response, text),
  }
}

function bodyOf(response: IncomingMessage, text: string): Json {
  if (!(response.headers['content-type'] ?? '').startsWith('application/json') || text === '') return text
  try {
    return parseAnswer(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return eventsOf(text)
  }
}

/** A watch that was asked for as if it were an ordinary answer: a document a line. */
function eventsOf(text: string): Json {
  try {
    return text.trimEnd().split('\n').map(parseAnswer)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `not JSON although it says so: ${text}`
  }
}

function comparedHeaders(response: IncomingMessage): Record<string, string> {
  const entries = Object.entries(response.headers).filter(([name]) => !uncompared.has(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** In no particular order: Kubernetes tells of fields in the order of a Go map where a patch was merged. */
// Whether Kubernetes warns of the directives inside a strategic merge patch depends on the order in which it walks a Go map.
const aboutDirective = /\.\$(?:retainKeys|patch|setElementOrder|deleteFromPrimitiveList)/

function warningsOf({ rawHeaders }: IncomingMessage): string[] {
  const isWarning = (index: number): boolean =>
    index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'warning'
  return rawHeaders.filter((text, index) => isWarning(index) && !aboutDirective.test(text)).sort()
}

async function openStream(response: IncomingMessage): Promise<Stream> {
  const { statusCode: status = 0 } = response
  if (status !== 200) {
    const { body, headers } = await readAnswer(response)
    return {
      status,
      headers,
      refused: body,
      events: [],
      arrived: async () => {},
      ended: true,
      close: () => {},
    }
  }
  const events: Json[] = []
  let ended = false
  let wake = (): void => {}
  const end = (): void => {
    ended = true
    wake()
  }
  response.on('error', end)
  createInterface({ input: response })
    .on('line', (line) => {
      events.push(parseAnswer(line))
      wake()
    })
    .on('close', end)
    .on('error', end)
  const arrived = async (count: number): Promise<void> => {
    const deadline = Date.now() + patienceMs
    while (
      events.filter((event) => !isPeriodicBookmark(event)).length < count &&
      !ended &&
      Date.now() < deadline
    ) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now())
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const headers = comparedHeaders(response)
  return {
    status,
    headers,
    events,
    arrived,
    get ended() {
      return ended
    },
    close: () => response.destroy(),
  }
}

/** A bookmark that only says "still here": when it comes is the server's choice. */
export function isPeriodicBookmark(event: Json): boolean {
  const text = JSON.stringify(event)
  return text.includes('"BOOKMARK"') && !text.includes('k8s.io/initial-events-end')
}
