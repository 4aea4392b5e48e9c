import type {
  RoutingBackend,
  RoutingConfigurationSpec,
  RoutingRule,
  WeightedBackend,
} from '@sitrep/gateway-api'
import { list, number, text } from '@sitrep/status'
import { parseDuration } from '../../duration.ts'
import type { Limits } from '../../limits.ts'
import { type FilterPlace, filterLines } from './filters.ts'
import { isHostname, socketAddress, word } from './text.ts'
import { authoritiesKey, type Line, type RenderedSite } from './types.ts'

/** A rule as one port uses it. */
export interface RuleUse {
  readonly site: RenderedSite
  readonly key: string
  /** The name of its section; with several backends each has one of its own, with its place behind it. */
  readonly name: string
  readonly mode: 'http' | 'tcp'
  /** TLS is passed on as it comes, so that none is begun. */
  readonly passthrough: boolean
  readonly place: FilterPlace
}

/** The shares of a rule, from 0 up to the sum of its weights; without any there is nothing to draw. */
export interface Share {
  readonly name: string
  readonly backend: WeightedBackend | undefined
  readonly from: number
  readonly to: number
}

/** Splits a rule by the weights of its backends. */
export function sharesOf({ site, key, name }: Pick<RuleUse, 'site' | 'key' | 'name'>): readonly Share[] {
  const rule = site.configuration.spec.rules[key]
  const weighted = (rule?.backends ?? []).filter(({ weight }) => Number.isInteger(weight) && weight > 0)
  if (rule?.answer !== undefined || weighted.length < 2)
    return [{ name, backend: rule?.answer === undefined ? weighted[0] : undefined, from: 0, to: 0 }]
  let sum = 0
  return weighted.map((backend, index) => {
    const from = sum
    sum += backend.weight
    return { name: `${name}.${index}`, backend, from, to: sum - 1 }
  })
}

/** The sections of a rule. */
export function backendSections(use: RuleUse, limits: Limits): readonly Line[] {
  const { spec } = use.site.configuration
  const rule = spec.rules[use.key]
  return sharesOf(use).flatMap(({ name, backend }) =>
    [
      `backend ${name}`,
      ...[
        `mode ${use.mode}`,
        ...(rule === undefined ? [refuse(use, 500)] : shareLines(use, { rule, backend, limits })),
      ].map((line) => `  ${line}`),
    ].map((text) => ({ text, rule: use.key })),
  )
}

interface ShareParts {
  readonly rule: RoutingRule
  readonly backend: WeightedBackend | undefined
  readonly limits: Limits
}

function shareLines(use: RuleUse, { rule, backend, limits }: ShareParts): readonly string[] {
  const filters = use.mode === 'tcp' ? [] : [...rule.filters, ...(backend?.filters ?? [])]
  const lines = filters.map((filter) => filterLines(filter, use.place))
  if (rule.answer !== undefined || lines.includes(undefined)) return [refuse(use, rule.answer ?? 500)]
  const done = lines.flatMap((each) => each ?? [])
  if (filters.some(({ type }) => type === 'RequestRedirect')) return done
  const target =
    backend?.backend === undefined ? undefined : use.site.configuration.spec.backends[backend.backend]
  const servers =
    target === undefined ? [] : serverLines(use, { target, grpc: rule.route.startsWith('GRPCRoute/') })
  const answer =
    backend?.answer ?? target?.answer ?? (servers === undefined ? (target?.tls?.answer ?? 500) : 503)
  if (servers === undefined || servers.length === 0) return [refuse(use, answer)]
  return [...done, ...(use.mode === 'http' ? timeLines(rule, limits) : []), ...servers]
}

/** A request gets an answer; a connection is closed. */
const refuse = ({ mode }: RuleUse, answer: number): string =>
  mode === 'tcp'
    ? 'tcp-request content reject'
    : `http-request return status ${Number.isInteger(answer) && answer >= 400 && answer < 600 ? answer : 500}`

/** As long as can be said: 0 would leave the time of the defaults. */
const forever = 24 * 24 * 3600 * 1000

function timeLines({ timeouts, retry }: RoutingRule, { idleMs }: Limits): readonly string[] {
  const given = [parseDuration(timeouts?.['request']), parseDuration(timeouts?.['backendRequest'])]
  const limited = given.filter((each): each is number => each !== undefined && each > 0)
  const server = limited.length > 0 ? Math.min(...limited) : given.includes(0) ? forever : idleMs
  const attempts = retry === undefined ? 1 : (number(retry['attempts']) ?? 1)
  const codes = list(retry?.['codes']).filter((code) => retriedCodes.includes(Number(code)))
  const cut = retry !== undefined && parseDuration(timeouts?.['backendRequest']) ? ['response-timeout'] : []
  return [
    `timeout server ${Math.min(server, forever)}`,
    `retries ${Math.max(0, Math.min(attempts, 1_000))}`,
    'option redispatch 1',
    `retry-on ${['conn-failure', ...codes, ...cut].join(' ')}`,
  ]
}

/** The answers after which the program can ask again. */
export const retriedCodes: readonly number[] = [404, 408, 425, 500, 501, 502, 503, 504]

interface Target {
  readonly target: RoutingBackend
  readonly grpc: boolean
}

/** The servers of a backend; nothing where TLS is asked for and cannot be had. */
function serverLines(use: RuleUse, { target, grpc }: Target): readonly string[] | undefined {
  const tls = use.passthrough || target.tls === undefined ? [] : tlsWords(use.site, target.tls)
  if (tls === undefined) return undefined
  const h2 = use.mode === 'http' && (grpc || target.appProtocol === 'kubernetes.io/h2c')
  const protocol = !h2 ? [] : tls.length > 0 ? ['alpn h2'] : ['proto h2']
  return target.endpoints.flatMap(({ address, port }, index) => {
    const socket = socketAddress(address, port)
    return socket === undefined ? [] : [['server', `e${index}`, socket, ...tls, ...protocol].join(' ')]
  })
}

function tlsWords(
  { authorities, certificates, configuration }: RenderedSite,
  tls: NonNullable<RoutingConfigurationSpec['backends'][string]['tls']>,
): readonly string[] | undefined {
  const [name = tls.hostname, ...others] = tls.subjectAltNames.map((each) =>
    each['type'] === 'Hostname' ? (text(each['hostname']) ?? '') : '',
  )
  const file =
    tls.wellKnownAuthorities === 'System' ? '@system-ca' : authorities[authoritiesKey(tls.authorities)]
  const own = configuration.spec.clientCertificate
  const shown = own === undefined ? undefined : certificates[`${own.kind}/${own.namespace}/${own.name}`]
  const possible = [tls.hostname, name].every(
    (each) => isHostname(each.toLowerCase()) && !each.startsWith('*'),
  )
  if (tls.answer !== undefined || file === undefined || others.length > 0 || !possible) return undefined
  if (own !== undefined && shown === undefined) return undefined
  return [
    'ssl verify required',
    `ca-file ${word(file)}`,
    `sni str(${tls.hostname})`,
    `verifyhost ${word(name)}`,
    ...(shown === undefined ? [] : [`crt ${word(shown.path)}`]),
  ]
}
