import type { Upstream } from '../backends/types.ts'
import { weighted } from '../backends/weighted.ts'
import { RequestBody } from './body.ts'
import { editHeaders } from './filters/header-edits.ts'
import { answerHeaders, forwardedHeaders, passedTrailers } from './headers.ts'
import { type FilterSet, type PlannedBackend, pauseMs } from './plan.ts'
import type { Found, RequestUnderWay } from './request.ts'
import { joinTunnel } from './tunnel.ts'
import type { Attempt, AttemptEvents, Failure, Outgoing, UpstreamAnswer } from './upstream/attempt.ts'
import { sendHttp1 } from './upstream/http1.ts'
import { sendHttp2 } from './upstream/http2.ts'

/** How often another endpoint is asked where one could not be reached, without a route's saying. */
const freeRepetitions = 2
/** How far a mirror may fall behind. */
const mirrorBytes = 1024 * 1024
/** What may be sent twice without doing more than once. */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])

/** Passes a request on to one of the backends of its rule, and the answer back. */
export function forward(request: RequestUnderWay, found: Found): void {
  const { plan } = found.route
  const chosen = weighted(plan.backends, request.surroundings.random())
  if (chosen === undefined) {
    request.answer(500, 'unresolved')
    return
  }
  request.answerEdits = [...plan.filters.answerEdits, ...chosen.filters.answerEdits]
  if (chosen.backend === undefined) {
    request.answer(chosen.answer ?? 500, 'unresolved')
    return
  }
  request.noted.backend = chosen.backend
  new Forwarding(request, found, { chosen, backend: chosen.backend }).start()
}

/** Where a request goes. */
interface Choice {
  readonly chosen: PlannedBackend
  /** A key of `backends`. */
  readonly backend: string
}

class Forwarding {
  readonly #request: RequestUnderWay
  readonly #found: Found
  readonly #choice: Choice
  readonly #outgoing: Outgoing
  readonly #body: RequestBody | undefined
  readonly #tried = new Set<string>()
  readonly #timers: Partial<Record<'request' | 'backend' | 'pause', NodeJS.Timeout>> = {}
  #attempt: Attempt | undefined
  #upstream: Upstream | undefined
  #repetitions = 0
  #staleOnce = false

  constructor(request: RequestUnderWay, found: Found, choice: Choice) {
    this.#request = request
    this.#found = found
    this.#choice = choice
    this.#outgoing = this.#composeRequest([found.route.plan.filters, choice.chosen.filters])
    const { exchange, surroundings } = request
    const repeats = (found.route.plan.retry?.attempts ?? freeRepetitions) > 0
    if (exchange.body !== undefined)
      this.#body = new RequestBody(exchange.body, {
        keptBytes: repeats ? surroundings.limits.retryBytes : 0,
        mirrorBytes,
        trailers: () => passedTrailers(exchange.trailers()),
      })
  }

  start(): void {
    const { plan } = this.#found.route
    const { limits } = this.#request.surroundings
    this.#request.whenOver(() => this.#clear())
    const wholeMs = plan.requestMs ?? limits.requestMs
    if (wholeMs > 0) this.#timers.request = setTimeout(() => this.#giveUp(), wholeMs)
    this.#mirror([...plan.filters.mirrors, ...this.#choice.chosen.filters.mirrors])
    this.#try()
  }

  /** The request as backends get it, after these filters. */
  #composeRequest(filters: readonly FilterSet[]): Outgoing {
    const { exchange, arrival, configuration } = this.#request
    const { asked, survey, route } = this.#found
    const { target } = asked
    let lines: readonly string[] = forwardedHeaders(exchange.lines, survey, {
      address: arrival.remoteAddress,
      scheme: arrival.tls === undefined ? 'http' : 'https',
      port: configuration.port,
      authority: target.authority,
    })
    let { authority, path } = target
    for (const { requestEdits, hostname, path: change } of filters) {
      for (const edits of requestEdits) lines = editHeaders(lines, edits)
      if (hostname !== undefined) authority = hostname
      if (change !== undefined) path = change(target.path, route.prefix)
    }
    const sized = survey.length !== undefined && !survey.chunked
    return {
      method: asked.method,
      path: `${path}${target.search}`,
      authority,
      lines,
      body: exchange.body === undefined ? 'none' : sized ? 'sized' : 'chunked',
      idleMs: this.#idleMs(),
      upgrade: exchange.upgrade !== undefined,
    }
  }

  // A rule that lets a request take longer than connections may be silent means it.
  #idleMs(): number {
    const { idleMs } = this.#request.surroundings.limits
    const said = this.#found.route.plan.backendMs ?? this.#found.route.plan.requestMs
    return said === undefined ? idleMs : said === 0 ? 0 : Math.max(idleMs, said)
  }

  #try(): void {
    const { configuration } = this.#request
    const { upstreams, backends } = configuration
    const upstream = upstreams.pick(this.#choice.backend, this.#tried) ?? upstreams.pick(this.#choice.backend)
    if (upstream === undefined) {
      this.#request.answer(backends[this.#choice.backend]?.answer ?? 503, 'no-endpoint')
      return
    }
    this.#request.noted.endpoint = upstream.key
    if (upstream.answer !== undefined) {
      this.#request.answer(upstream.answer, 'unresolved')
      return
    }
    this.#upstream = upstream
    this.#request.attempts += 1
    const { backendMs = 0 } = this.#found.route.plan
    if (backendMs > 0) this.#timers.backend = setTimeout(() => this.#takesTooLong(), backendMs)
    const attempt = this.#send(upstream, this.#outgoing, {
      answered: (answer) => this.#answered(answer),
      upgraded: ({ lines }, connection, head) => this.#upgraded(lines, { connection, head }),
      failed: (failure) => this.#failed(failure),
      continued: () => this.#request.exchange.sendContinue(),
    })
    if (attempt === undefined) {
      this.#request.answer(400, 'malformed')
      return
    }
    this.#attempt = attempt
    if (this.#body === undefined) attempt.finish([])
    else this.#body.sendTo(attempt)
  }

  // What Node refuses to write is nothing that could have come in one piece.
  #send(upstream: Upstream, outgoing: Outgoing, events: AttemptEvents): Attempt | undefined {
    const pool = this.#request.surroundings.pools.of(upstream)
    const { plan } = this.#found.route
    const grpc = plan.grpc || (this.#found.survey.grpc && this.#request.exchange.protocol === 'HTTP/2')
    const http2 = !outgoing.upgrade && (grpc || upstream.appProtocol === 'kubernetes.io/h2c')
    try {
      return (http2 ? sendHttp2 : sendHttp1)(pool, outgoing, events)
    } catch {
      return undefined
    }
  }

  #answered(answer: UpstreamAnswer): void {
    const { retry } = this.#found.route.plan
    this.#upstream?.succeeded()
    answer.body.on('error', ignore)
    if (retry?.codes.has(answer.status) && this.#canRepeat(retry.attempts)) {
      this.#attempt?.cancel()
      this.#repeat()
      return
    }
    const request = this.#request
    const cors = request.corsLines !== undefined
    const begun = request.begin({ ...answer, lines: answerHeaders(answer.lines, { cors }) })
    if (!begun) return
    if (!answer.empty) {
      this.#passAnswer(answer)
      return
    }
    request.why = 'answered'
    answer.body.resume()
    request.exchange.finish([])
  }

  #passAnswer({ body, trailers }: UpstreamAnswer): void {
    const request = this.#request
    const { exchange } = request
    const resume = (): void => {
      body.resume()
    }
    body.on('data', (chunk: Buffer) => {
      request.sentBytes += chunk.length
      if (!exchange.answer.destroyed && !exchange.answer.write(chunk)) body.pause()
    })
    exchange.answer.on('drain', resume)
    let whole = false
    body.once('end', () => {
      whole = true
      request.why = 'answered'
      // Its connection may serve the next request by now.
      if (this.#body === undefined || this.#body.ended) this.#attempt = undefined
      exchange.finish(passedTrailers(trailers()))
    })
    body.once('close', () => {
      if (whole || request.over) return
      this.#upstream?.failed()
      request.cut('upstream-failed')
    })
  }

  #upgraded(lines: readonly string[], upstream: Parameters<typeof joinTunnel>[0][1]): void {
    const request = this.#request
    const { exchange, surroundings } = request
    this.#upstream?.succeeded()
    clearTimeout(this.#timers.request)
    clearTimeout(this.#timers.backend)
    this.#attempt = undefined
    if (exchange.upgrade === undefined || request.over) {
      upstream.connection.destroy()
      return
    }
    request.begun = true
    const answered = [...answerHeaders(lines, { cors: false }), 'Upgrade', 'websocket']
    const client = exchange.upgrade.accept(answered)
    joinTunnel([client, upstream], surroundings.limits.idleMs, ({ received, sent }) => {
      request.receivedBytes = received
      request.sentBytes = sent
      request.endTunnel()
    })
  }

  #failed(failure: Failure): void {
    const { retry } = this.#found.route.plan
    clearTimeout(this.#timers.backend)
    this.#body?.pause()
    const once = idempotent.has(this.#outgoing.method)
    if (failure === 'stale' && once && !this.#staleOnce && this.#body?.repeatable !== false) {
      this.#staleOnce = true
      this.#try()
      return
    }
    this.#upstream?.failed()
    if (this.#upstream !== undefined) this.#tried.add(this.#upstream.key)
    const unreached = failure === 'unreached'
    if (unreached && this.#canRepeat(retry?.attempts ?? freeRepetitions)) {
      this.#repeat()
      return
    }
    if (failure === 'idle') {
      this.#request.answer(504, 'timeout')
      return
    }
    this.#request.answer(unreached ? 503 : 502, 'upstream-failed')
  }

  #takesTooLong(): void {
    const { retry } = this.#found.route.plan
    this.#upstream?.failed()
    this.#attempt?.cancel()
    this.#body?.pause()
    if (this.#request.begun) {
      this.#request.cut('timeout')
      return
    }
    if (retry !== undefined && this.#canRepeat(retry.attempts)) {
      this.#repeat()
      return
    }
    this.#request.answer(504, 'timeout')
  }

  #canRepeat(attempts: number): boolean {
    return this.#repetitions < attempts && this.#body?.repeatable !== false && !this.#request.over
  }

  #repeat(): void {
    const { retry } = this.#found.route.plan
    clearTimeout(this.#timers.backend)
    this.#body?.pause()
    this.#repetitions += 1
    const { random } = this.#request.surroundings
    // Without a route's saying only somebody else is asked, and nobody needs time to recover.
    const waitMs = retry === undefined ? 0 : pauseMs(retry.backoffMs, this.#repetitions, random())
    this.#timers.pause = setTimeout(() => this.#try(), waitMs)
  }

  #giveUp(): void {
    this.#attempt?.cancel()
    clearTimeout(this.#timers.pause)
    clearTimeout(this.#timers.backend)
    if (this.#request.begun) this.#request.cut('timeout')
    else this.#request.answer(504, 'timeout')
  }

  #mirror(mirrors: FilterSet['mirrors']): void {
    const { configuration, surroundings } = this.#request
    const expected = (name: string) => name.toLowerCase() === 'expect'
    for (const { backend, share } of mirrors) {
      if (surroundings.random() >= share) continue
      const upstream = configuration.upstreams.pick(backend)
      if (upstream === undefined || upstream.answer !== undefined) continue
      const lines = this.#outgoing.lines.filter((_, index, all) => !expected(all[index - (index % 2)] ?? ''))
      const mirror = this.#send(
        upstream,
        { ...this.#outgoing, lines, upgrade: false },
        mirrorEvents(upstream),
      )
      if (mirror === undefined) continue
      mirror.body.on('error', ignore)
      if (this.#body === undefined) mirror.finish([])
      else this.#body.copyTo(mirror)
    }
  }

  #clear(): void {
    for (const timer of Object.values(this.#timers)) clearTimeout(timer)
    this.#request.receivedBytes ||= this.#body?.received ?? 0
    this.#body?.stop()
    this.#attempt?.cancel()
  }
}

const ignore = (): void => undefined

// Nobody waits for what a mirror says.
const mirrorEvents = (upstream: Upstream): AttemptEvents => ({
  answered: ({ body }) => {
    upstream.succeeded()
    body.on('error', ignore)
    body.resume()
  },
  upgraded: (_, connection) => {
    connection.destroy()
  },
  failed: () => upstream.failed(),
  continued: ignore,
})
