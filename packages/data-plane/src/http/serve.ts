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
  if (exchange.method === 'CONNECT') {
    request.answer(405, 'malformed')
    return
  }
  if (exchange.fault !== undefined) {
    request.answer(exchange.fault, 'malformed')
    return
  }
  const target = parseTarget(exchange.target, exchange.authority)
  if (target === undefined) {
    request.answer(400, 'malformed')
    return
  }
  request.host = target.host
  const asked = new Asked(exchange.method, target, exchange.lines)
  const route = serving.tableOf(request.configuration).choose(asked, arrival.tls)
  if (route.listener !== undefined) request.noted.listener = route.listener.name
  switch (route.kind) {
    case 'none':
      request.answer(404, 'no-match')
      return
    case 'misdirected':
      request.answer(421, 'misdirected')
      return
    case 'found':
      follow(request, { asked, route, survey: surveyHeaders(exchange.lines) })
      return
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
  if (verdict?.preflight !== undefined) {
    request.answer(verdict.preflight, 'preflight')
    return
  }
  if (rule.answer !== undefined) {
    request.answer(rule.answer, 'unresolved')
    return
  }
  if (filters.redirect === undefined) {
    forward(request, found)
    return
  }
  const location = filters.redirect.location({
    target: asked.target,
    scheme: request.arrival.tls === undefined ? 'http' : 'https',
    port: request.configuration.port,
    prefix: route.prefix,
  })
  request.answer(filters.redirect.status, 'redirected', ['Location', location])
}
