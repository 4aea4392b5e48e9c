import type { Timing } from '@sitrep/controller'
import { type ApiRequest, ControllerError } from '@sitrep/controller/connection'
import { errorOfAnswer } from '@sitrep/controller/testing'
import type { Chance } from '../chance.ts'

/** One request that is hit. */
export interface HitCall<Answer> {
  readonly request: ApiRequest
  readonly send: () => Promise<Answer>
  readonly timing: Timing
  readonly chance: Chance
}

type Hit = <Answer>(call: HitCall<Answer>) => Promise<Answer>

/** What can become of a request, and which ones it can hit. */
export interface RequestFault {
  readonly name: string
  readonly hits: 'reads' | 'writes' | 'all'
  readonly hit: Hit
}

const longestDelayMs = 8_000
const defaultTimeoutMs = 60_000

export const broken = (words: string): ControllerError =>
  new ControllerError('not-reachable', words, { retry: 'with-backoff' })

const delayed: Hit = async ({ send, timing, chance, request }) => {
  await timing.sleep(chance.below(longestDelayMs), request.signal)
  return send()
}

// The server has done it; whoever asked hears of it late.
const answeredLate: Hit = async ({ send, timing, chance, request }) => {
  const answer = await send()
  await timing.sleep(chance.below(longestDelayMs), request.signal)
  return answer
}

const answerLost: Hit = async ({ send }) => {
  await send()
  throw broken('the connection broke before the answer')
}

const hung: Hit = async ({ timing, request }) => {
  await timing.sleep(request.timeoutMs ?? defaultTimeoutMs, request.signal)
  throw broken('no answer in time')
}

const answered =
  (httpStatus: number): Hit =>
  async ({ request }) => {
    throw errorOfAnswer(httpStatus, `${request.method ?? 'GET'} ${request.path}`, {
      body: bodyOf(httpStatus),
    })
  }

const longestWaitMs = 20_000

// Some say when to come back, some do not.
const busy =
  (httpStatus: number): Hit =>
  async ({ request, chance }) => {
    const retryAfterMs = chance.happens(0.7) ? 1_000 + chance.below(longestWaitMs) : undefined
    throw errorOfAnswer(httpStatus, `${request.method ?? 'GET'} ${request.path}`, {
      body: bodyOf(httpStatus),
      retryAfterMs,
    })
  }

const bodyOf = (httpStatus: number): string =>
  JSON.stringify({ kind: 'Status', message: `${httpStatus} by chance` })

const cutAnswer: Hit = async ({ send }) => {
  await send()
  throw new ControllerError('unreadable-answer', 'the answer is no JSON', { retry: 'with-backoff' })
}

// biome-ignore format: the table is the specification; its columns stay aligned
export const requestFaults: readonly RequestFault[] = [
  { name: 'delay',         hits: 'all',    hit: delayed },
  { name: 'late answer',   hits: 'all',    hit: answeredLate },
  { name: 'reset before',  hits: 'all',    hit: () => Promise.reject(broken('the connection broke')) },
  { name: 'reset after',   hits: 'all',    hit: answerLost },
  { name: 'half-open',     hits: 'all',    hit: hung },
  { name: 'cut answer',    hits: 'all',    hit: cutAnswer },
  { name: '401',           hits: 'all',    hit: answered(401) },
  { name: '409',           hits: 'writes', hit: answered(409) },
  { name: '410',           hits: 'reads',  hit: answered(410) },
  { name: '429',           hits: 'all',    hit: busy(429) },
  { name: '500',           hits: 'all',    hit: answered(500) },
  { name: '503',           hits: 'all',    hit: busy(503) },
]
