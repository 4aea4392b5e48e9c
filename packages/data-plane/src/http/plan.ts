import type { RoutingFilter, RoutingRule, WeightedBackend } from '@sitrep/gateway-api'
import { type Fields, fields, list, number, text } from '@sitrep/status'
import { parseDuration } from '../duration.ts'
import { type Cors, readCors } from './filters/cors.ts'
import { type HeaderEdits, readHeaderEdits } from './filters/header-edits.ts'
import { type PathChange, readPathChange } from './filters/paths.ts'
import { type Redirect, readRedirect } from './filters/redirect.ts'
import { headerText } from './filters/safe-text.ts'

/** The filters of a rule or of one of its backends, prepared. */
export interface FilterSet {
  readonly requestEdits: readonly HeaderEdits[]
  readonly answerEdits: readonly HeaderEdits[]
  readonly redirect?: Redirect
  /** The name that is sent on instead of the one that was asked for. */
  readonly hostname?: string
  readonly path?: PathChange
  /** Keys of `backends`, each with the part of the requests that it is sent. */
  readonly mirrors: readonly { readonly backend: string; readonly share: number }[]
  readonly cors?: Cors
}

/** How often a request is tried again, and when. */
export interface RetryPlan {
  /** Besides the first try. */
  readonly attempts: number
  readonly codes: ReadonlySet<number>
  readonly backoffMs: number
}

/** A rule prepared for requests. */
export interface Plan {
  readonly rule: RoutingRule
  readonly filters: FilterSet
  readonly backends: readonly PlannedBackend[]
  /** 0: no limit; absent: nothing is said. */
  readonly requestMs?: number
  readonly backendMs?: number
  readonly retry?: RetryPlan
  readonly grpc: boolean
}

/** One of the places of a rule, with its filters prepared. */
export interface PlannedBackend extends Omit<WeightedBackend, 'filters'> {
  readonly filters: FilterSet
}

/** How long the first pause before another try is, unless a route says. */
const usualBackoffMs = 25

/** Prepares a rule. */
export function planRule(rule: RoutingRule): Plan {
  const requestMs = parseDuration(rule.timeouts?.['request'])
  const backendMs = parseDuration(rule.timeouts?.['backendRequest'])
  return {
    rule,
    filters: readFilters(rule.filters),
    backends: rule.backends.map((backend) => ({ ...backend, filters: readFilters(backend.filters) })),
    ...(requestMs !== undefined && { requestMs }),
    ...(backendMs !== undefined && { backendMs }),
    ...(rule.retry !== undefined && { retry: readRetry(rule.retry) }),
    grpc: rule.route.startsWith('GRPCRoute/'),
  }
}

function readRetry(retry: Fields): RetryPlan {
  return {
    attempts: number(retry['attempts']) ?? 1,
    codes: new Set(list(retry['codes']).flatMap((code) => number(code) ?? [])),
    backoffMs: parseDuration(retry['backoff']) ?? usualBackoffMs,
  }
}

/** How long to wait before a try, the first repetition being 1: twice as long each time, up to ten times, and never all at once. */
export const pauseMs = (backoffMs: number, repetition: number, random: number): number =>
  Math.min(backoffMs * 2 ** (repetition - 1), backoffMs * 10) * (0.5 + random / 2)

function readFilters(filters: readonly RoutingFilter[]): FilterSet {
  const of = (type: string) => filters.filter((filter) => filter.type === type)
  const [redirect] = of('RequestRedirect')
  const [rewrite] = of('URLRewrite')
  const [cors] = of('CORS')
  const hostname = text(fields(rewrite?.settings)['hostname'])
  const path = rewrite === undefined ? undefined : readPathChange(rewrite.settings)
  return {
    requestEdits: of('RequestHeaderModifier').map(({ settings }) => readHeaderEdits(settings)),
    answerEdits: of('ResponseHeaderModifier').map(({ settings }) => readHeaderEdits(settings)),
    ...(redirect !== undefined && { redirect: readRedirect(redirect.settings) }),
    ...(hostname !== undefined && { hostname: headerText(hostname) }),
    ...(path !== undefined && { path }),
    mirrors: of('RequestMirror').flatMap(({ mirror, settings }) =>
      mirror === undefined ? [] : [{ backend: mirror, share: mirroredShare(settings) }],
    ),
    ...(cors !== undefined && { cors: readCors(cors.settings) }),
  }
}

/** Which part of the requests a mirror is sent, from 0 to 1. */
export function mirroredShare(settings: Fields): number {
  const percent = number(settings['percent'])
  if (percent !== undefined) return percent / 100
  const fraction = fields(settings['fraction'])
  const numerator = number(fraction['numerator'])
  if (numerator === undefined) return 1
  const denominator = number(fraction['denominator']) ?? 100
  return denominator > 0 ? numerator / denominator : 0
}
