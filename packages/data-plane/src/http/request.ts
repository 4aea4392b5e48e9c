import { STATUS_CODES } from 'node:http'
import type { Limits } from '../limits.ts'
import type { Route } from './choose-route.ts'
import type { Exchange } from './client/exchange.ts'
import { corsAnswerHeaders } from './filters/cors.ts'
import { editHeaders, type HeaderEdits } from './filters/header-edits.ts'
import type { HeaderSurvey } from './headers.ts'
import type { Asked } from './match/asked.ts'
import type { Ending, FinishedRequest, HttpObserver } from './observer.ts'
import type { Arrival, PortConfiguration } from './types.ts'
import type { Pools } from './upstream/pools.ts'

/** What all requests of a process share. */
export interface Surroundings {
  readonly limits: Limits
  /** In milliseconds, for differences only. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly random: () => number
  readonly observer: HttpObserver
  readonly pools: Pools
}

/** What was found out about a request before anything is done. */
export interface Found {
  readonly asked: Asked
  readonly survey: HeaderSurvey
  readonly route: Extract<Route, { kind: 'found' }>
}

type Noted = {
  -readonly [Field in 'listener' | 'route' | 'rule' | 'backend' | 'endpoint']?: FinishedRequest[Field]
}

/** One request under way: how it is answered, and what is told of it when it is over. */
export class RequestUnderWay {
  readonly exchange: Exchange
  readonly arrival: Arrival
  readonly configuration: PortConfiguration
  readonly surroundings: Surroundings
  /** What is known of where it goes. */
  readonly noted: Noted = {}
  /** What filters say about the answer, whoever gives it. */
  answerEdits: readonly HeaderEdits[] = []
  corsLines: readonly string[] | undefined
  host = ''
  attempts = 0
  receivedBytes = 0
  sentBytes = 0
  begun = false
  over = false
  why: Ending = 'client-closed'
  #status = 0
  readonly #startedAt: number
  #ended: (() => void) | undefined

  constructor(exchange: Exchange, arrival: Arrival, surroundings: Surroundings) {
    this.exchange = exchange
    this.arrival = arrival
    this.configuration = arrival.port()
    this.surroundings = surroundings
    this.#startedAt = surroundings.now()
    exchange.whenOver(({ sent }) => {
      if (!sent && this.why !== 'timeout' && this.why !== 'upstream-failed') this.why = 'client-closed'
      this.#end()
    })
  }

  /** Calls back when the request is over, however it ended. */
  whenOver(listener: () => void): void {
    this.#ended = listener
  }

  /** Answers by itself, with a line that says what it is. */
  answer(status: number, why: Ending, lines: readonly string[] = []): void {
    if (this.begun || this.over) return
    this.why = why
    const text = `${status} ${STATUS_CODES[status] ?? ''}\n`
    const body = this.exchange.method === 'HEAD' ? '' : text
    this.begin({
      status,
      lines: ['Content-Type', 'text/plain; charset=utf-8', 'Content-Length', String(text.length), ...lines],
    })
    this.sentBytes = body.length
    if (body !== '') this.exchange.answer.write(body)
    this.exchange.finish([])
  }

  /** Begins the answer, with what filters say about it. What cannot be said in HTTP ends the request. */
  begin(head: {
    readonly status: number
    readonly reason?: string
    readonly lines: readonly string[]
    readonly empty?: boolean
  }): boolean {
    this.begun = true
    this.#status = head.status
    let { lines } = head
    for (const edits of this.answerEdits) lines = editHeaders(lines, edits)
    if (this.corsLines !== undefined)
      lines = editHeaders(lines, { gone: corsAnswerHeaders, added: this.corsLines })
    try {
      this.exchange.begin({ ...head, lines, empty: head.empty ?? false })
      return true
    } catch {
      this.cut('upstream-failed')
      return false
    }
  }

  /** Ends it so that the client sees that it did not get all. */
  cut(why: Ending): void {
    this.why = why
    this.exchange.cut()
  }

  /** The connection was used for something else than HTTP, and that is over. */
  endTunnel(): void {
    this.#status = 101
    this.why = 'upgraded'
    this.#end()
  }

  // Tells who wants to know, once.
  #end(): void {
    if (this.over) return
    this.over = true
    this.#ended?.()
    const { exchange, arrival, configuration, surroundings } = this
    surroundings.observer({
      gateway: configuration.gateway,
      port: configuration.port,
      ...this.noted,
      remoteAddress: arrival.remoteAddress,
      protocol: exchange.protocol,
      method: exchange.method,
      host: this.host,
      target: exchange.target,
      status: this.#status,
      receivedBytes: this.receivedBytes,
      sentBytes: this.sentBytes,
      durationMs: surroundings.now() - this.#startedAt,
      attempts: this.attempts,
      why: this.why,
    })
  }
}
