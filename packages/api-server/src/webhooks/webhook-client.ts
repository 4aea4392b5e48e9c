import { Agent, request } from 'node:https'
import type { Json } from '../json/json.ts'
import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { parseJson } from '../json/parse-json.ts'
import { parseYaml } from '../json/parse-yaml.ts'
import { quoteGo } from '../json/quote.ts'
import { stringifyJson } from '../json/stringify-json.ts'

/** A webhook could not be asked, or gave an answer that is none. The message says what happened. */
export class WebhookFailure extends Error {
  override readonly name: string = 'WebhookFailure'
  /** Whether it was reached at all. */
  readonly during: 'call' | 'response'

  constructor(message: string, options: ErrorOptions & { readonly during?: 'call' | 'response' } = {}) {
    super(message, options)
    this.during = options.during ?? 'call'
  }
}

export interface WebhookCall {
  readonly url: URL
  /** The name that the webhook's certificate must be for, where it is not the host of the URL. */
  readonly serverName?: string
  /** PEM; absent: the authorities that the machine trusts. */
  readonly authority?: string
  /** Whoever answers in this very process, instead of the URL. */
  readonly answer?: (review: unknown) => Promise<unknown>
  readonly body: Json
  readonly timeoutMs: number
}

export interface WebhookClient {
  /** Posts JSON and gives back the JSON that comes. Rejects with `WebhookFailure`, or with what `aside` refuses to wait with. */
  readonly call: (call: WebhookCall) => Promise<Json>
  readonly close: () => void
}

const maxAnswerBytes = 8 * 1024 * 1024

/** Waits for a party outside, in the name of whichever request is at work. */
export type WaitAside = <Result>(party: string, wait: () => Promise<Result>) => Promise<Result>

export function createWebhookClient(aside: WaitAside): WebhookClient {
  const agents = new Map<string, Agent>()
  const agentFor = (authority = ''): Agent => {
    const agent =
      agents.get(authority) ?? new Agent({ keepAlive: true, ...(authority !== '' && { ca: authority }) })
    agents.set(authority, agent)
    return agent
  }
  return {
    call: (call) =>
      aside(`${call.url.host}${call.url.pathname}`, () =>
        call.answer === undefined ? post(call, agentFor(call.authority)) : answered(call.answer, call),
      ),
    close: () => {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

// What is asked and answered goes through text: neither side may hold on to what the other changes.
async function answered(
  answer: NonNullable<WebhookCall['answer']>,
  { url, body, timeoutMs }: WebhookCall,
): Promise<Json> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('context deadline exceeded')), timeoutMs)
  try {
    const given = await Promise.race([answer(JSON.parse(stringifyJson(body))), late.promise])
    return parseJson(JSON.stringify(given)).value
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new WebhookFailure(`${url.href}: ${why}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

function post(call: WebhookCall, agent: Agent): Promise<Json> {
  const shown = `Post ${quoteGo(call.url.href)}`
  return new Promise((resolve, reject) => {
    const fail = (why: string, cause?: unknown): void =>
      reject(new WebhookFailure(`${shown}: ${why}`, { cause }))
    const options = {
      method: 'POST',
      agent,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    }
    const { serverName: servername } = call
    const asking = request(
      call.url,
      { ...options, ...(servername !== undefined && { servername }) },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxAnswerBytes) asking.destroy(new Error('the answer is too large'))
          else chunks.push(chunk)
        })
        response.on('error', (error) => fail(error.message, error))
        response.on('end', () => {
          try {
            resolve(readAnswer(response.statusCode ?? 0, Buffer.concat(chunks).toString()))
          } catch (error) {
            reject(error)
          }
        })
      },
    )
    const timer = setTimeout(() => asking.destroy(new Error('context deadline exceeded')), call.timeoutMs)
    asking.on('close', () => clearTimeout(timer))
    asking.on('error', (error) => fail(error.message, error))
    asking.end(stringifyJson(call.body))
  })
}

function readAnswer(status: number, text: string): Json {
  if (status < 200 || status > 299) {
    throw new WebhookFailure('an error on the server ("unknown") has prevented the request from succeeding')
  }
  try {
    return parseJson(text).value
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw new WebhookFailure(`couldn't get version/kind; json parse error: ${whyNoReview(text, error)}`)
  }
}

/** Kubernetes reads an answer that is no JSON as YAML, in which a word is a text. */
function whyNoReview(text: string, { message }: JsonSyntaxError): string {
  return isYamlText(text)
    ? 'json: cannot unmarshal string into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'
    : message
}

/** Longer text takes longer to read as YAML than anybody may wait, for the sake of a word. */
const longestYaml = 4096

function isYamlText(text: string): boolean {
  if (text.length > longestYaml) return false
  try {
    return typeof parseYaml(text).value === 'string'
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false
    throw error
  }
}
