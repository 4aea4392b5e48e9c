import type { RouteTable } from './choose-route.ts'
import type { Exchange } from './client/exchange.ts'
import { forward } from './forward.ts'
import { surveyHeaders } from './headers.ts'
import { Asked } from './match/asked.ts'
import { type Found, RequestUnderWay, type Surroundings } from './request.ts'
import { parseTarget } from './target.ts'
import type { Arrival, PortConfiguration } from './types.ts'

/** What requests are served with. */
export interface Serving extends Surroundings {
  readonly tableOf: (configuration: PortConfiguration) => RouteTable
}

/** Serves one request: finds its rule, answers what needs no backend, and passes on the rest. */
export function serve(exchange: Exchange, arrival: Arrival, serving: Serving): void {
  const request = new RequestUnderWay(exchange, arrival, serving)
  // A tunnel to anywhere is nothing that a route could give.
  if (exchange.method === 'CONNECT') return void request.answer(405, 'malformed')
  if (exchange.fault !== undefined) return void request.answer(exchange.fault, 'malformed')
  const target = parseTarget(exchange.target, exchange.authority)
  if (target === undefined) return void request.answer(400, 'malformed')
  request.host = target.host
  const asked = new Asked(exchange.method, target, exchange.lines)
  const route = serving.tableOf(request.configuration).choose(asked, arrival.tls)
  if (route.listener !== undefined) request.noted.listener = route.listener.name
  switch (route.kind) {
    case 'none':
      return void request.answer(404, 'no-match')
    case 'misdirected':
      return void request.answer(421, 'misdirected')
    case 'found':
      return void follow(request, { asked, route, survey: surveyHeaders(exchange.lines) })
  }
}

function follow(request: RequestUnderWay, found: Found): void {
  const { asked, route } = found
  const { rule, filters } = route.plan
  request.noted.route = rule.route
  request.noted.rule = rule.index
  request.answerEdits = filters.answerEdits
  const verdict = filters.cors?.(asked)
  if (verdict !== undefined) request.corsLines = verdict.headers
  if (verdict?.preflight !== undefined) return void request.answer(verdict.preflight, 'preflight')
  if (rule.answer !== undefined) return void request.answer(rule.answer, 'unresolved')
  if (filters.redirect === undefined) return void forward(request, found)
  const location = filters.redirect.location({
    target: asked.target,
    scheme: request.arrival.tls === undefined ? 'http' : 'https',
    port: request.configuration.port,
    prefix: route.prefix,
  })
  request.answer(filters.redirect.status, 'redirected', ['Location', location])
}
