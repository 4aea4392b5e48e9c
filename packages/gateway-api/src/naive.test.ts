import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Fields, fields, type KubeObject, list } from '@sitrep/status'
import fc from 'fast-check'
import { intersection } from './model/hostnames.ts'
import type { RoutingMatch } from './routing/types.ts'
import {
  atEdge,
  endpoints,
  gateway,
  gatewayClass,
  grant,
  listener,
  route,
  service,
  worldOf,
} from './testing.ts'

/** Every name of up to four labels over two letters: enough for two wildcards to meet or miss each other. */
const universe = ['a', 'b']
  .flatMap((one) =>
    ['', ...['a', 'b'].flatMap((two) => [`${two}.`, ...['a', 'b'].map((three) => `${three}.${two}.`)])].map(
      (more) => `${more}${one}`,
    ),
  )
  .flatMap((name) => [name, `x.${name}`])

const holds = (pattern: string, name: string): boolean => {
  if (pattern === '') return true
  if (!pattern.startsWith('*.')) return pattern === name
  const [, ...labels] = pattern.split('.')
  const own = name.split('.')
  return (
    own.length > labels.length && labels.every((label, at) => own[own.length - labels.length + at] === label)
  )
}

const hostname = fc.oneof(
  fc.constant(''),
  fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.')),
  fc
    .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 2 })
    .map((labels) => `*.${labels.join('.')}`),
)

describe('hostnames, name by name', () => {
  it('have in common exactly the names that both hold', () => {
    fc.assert(
      fc.property(hostname, hostname, (one, other) => {
        const common = intersection(one, other)
        for (const name of universe)
          assert.equal(
            holds(one, name) && holds(other, name),
            common !== undefined && holds(common, name),
            `${one} ${other} ${name}`,
          )
      }),
    )
  })
})

const namespaces = ['infra', 'shop'] as const
const kinds = ['HTTPRoute', 'GRPCRoute', 'TCPRoute'] as const
const protocolKinds: Readonly<Record<string, readonly string[]>> = {
  HTTP: ['HTTPRoute', 'GRPCRoute'],
  TCP: ['TCPRoute'],
  SCTP: [],
}

const listeners = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom('one', 'two', 'three'),
    port: fc.constantFrom(80, 81, 82),
    protocol: fc.constantFrom('HTTP', 'TCP', 'SCTP'),
    hostname,
    from: fc.constantFrom('All', 'Same', 'None'),
  }),
  { minLength: 1, maxLength: 3, selector: ({ name }) => name },
)
const applicant = fc.record({
  kind: fc.constantFrom(...kinds),
  namespace: fc.constantFrom(...namespaces),
  hostnames: fc.uniqueArray(
    hostname.filter((name) => name !== ''),
    { maxLength: 2 },
  ),
  sectionName: fc.option(fc.constantFrom('one', 'two'), { nil: undefined }),
  port: fc.option(fc.constantFrom(80, 81), { nil: undefined }),
})

/** How the text of the API reads, stage by stage, with nothing shared with the code. */
function naiveAnswer(
  given: {
    readonly kind: string
    readonly namespace: string
    readonly hostnames: readonly string[]
    readonly sectionName: string | undefined
    readonly port: number | undefined
  },
  all: readonly {
    readonly name: string
    readonly port: number
    readonly protocol: string
    readonly hostname: string
    readonly from: string
  }[],
): { readonly reason: string; readonly taken: readonly string[] } {
  const selected = all.filter(
    (each) => (given.sectionName ?? each.name) === each.name && (given.port ?? each.port) === each.port,
  )
  const admitted = selected
    .filter(({ protocol }) => protocolKinds[protocol]?.includes(given.kind))
    .filter(({ from }) => from === 'All' || (from === 'Same' && given.namespace === 'infra'))
  const wanted = given.hostnames.length === 0 ? [''] : given.hostnames
  const taken = admitted.filter(
    (each) =>
      each.protocol === 'TCP' ||
      wanted.some((name) => universe.some((one) => holds(name, one) && holds(each.hostname, one))),
  )
  if (taken.length > 0) return { reason: 'Accepted', taken: taken.map(({ name }) => name) }
  if (selected.length === 0) return { reason: 'NoMatchingParent', taken: [] }
  return { reason: admitted.length === 0 ? 'NotAllowedByListeners' : 'NoMatchingListenerHostname', taken: [] }
}

describe('a route at random listeners', () => {
  it('is answered as the text reads, and counted where it is taken', () => {
    fc.assert(
      fc.property(listeners, applicant, (all, given) => {
        const edge = gateway({
          listeners: all.map(({ hostname: own, from, ...each }) => ({
            ...each,
            ...(own !== '' && { hostname: own }),
            allowedRoutes: { namespaces: { from } },
          })),
        })
        const { kind, namespace, hostnames, sectionName, port } = given
        const parent = {
          name: 'edge',
          namespace: 'infra',
          ...(sectionName !== undefined && { sectionName }),
          ...(port !== undefined && { port }),
        }
        const cart = route({ hostnames, parentRefs: [parent], rules: [] }, { kind, namespace })
        const world = worldOf([gatewayClass(), edge, cart])
        const naive = naiveAnswer(given, all)
        const section = `${sectionName === undefined ? '' : `/${sectionName}`}${port === undefined ? '' : `:${port}`}`
        const said = world.condition(cart, atEdge('Accepted').replace('edge]', `edge${section}]`))
        assert.equal(said?.reason, naive.reason)
        const status = fields(
          world.engine.object({
            group: 'gateway.networking.k8s.io',
            kind: 'Gateway',
            namespace: 'infra',
            name: 'edge',
          })?.status,
        )
        const counted = list(status['listeners'])
          .map(fields)
          .filter((each) => each['attachedRoutes'] === 1)
        assert.deepEqual(counted.map(({ name }) => name).sort(), [...naive.taken].sort())
      }),
      { numRuns: 300 },
    )
  })
})

const grantParts = fc.record({
  home: fc.constantFrom('shop', 'apps'),
  kind: fc.constantFrom('HTTPRoute', 'GRPCRoute'),
  namespace: fc.constantFrom('apps', 'infra'),
  group: fc.constantFrom('', 'example.com'),
  target: fc.constantFrom('Service', 'Secret'),
  name: fc.option(fc.constantFrom('cart', 'other'), { nil: undefined }),
})

describe('a reference under random grants', () => {
  it('is permitted by exactly those that fit in every part', () => {
    fc.assert(
      fc.property(fc.array(grantParts, { maxLength: 4 }), (given) => {
        const abroad = route(
          { rules: [{ backendRefs: [{ name: 'cart', namespace: 'shop', port: 8080 }] }] },
          { namespace: 'apps' },
        )
        const grants = given.map((each, at): KubeObject => {
          const to = {
            group: each.group,
            kind: each.target,
            ...(each.name !== undefined && { name: each.name }),
          }
          const made = grant(each.home, { kind: each.kind, namespace: each.namespace }, to)
          return { ...made, metadata: { ...made.metadata, name: `grant-${at}` } }
        })
        const world = worldOf([gatewayClass(), gateway(), abroad, service(), ...grants])
        const permitted = given.some(
          (each) =>
            each.home === 'shop' &&
            each.kind === 'HTTPRoute' &&
            each.namespace === 'apps' &&
            each.group === '' &&
            each.target === 'Service' &&
            each.name !== 'other',
        )
        assert.equal(
          world.condition(abroad, atEdge('ResolvedRefs'))?.reason,
          permitted ? 'ResolvedRefs' : 'RefNotPermitted',
        )
      }),
    )
  })
})

interface Request {
  readonly host: string
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

const fits = (match: RoutingMatch, { path, method, headers }: Request): boolean =>
  (match.method ?? method) === method &&
  match.headers.every(({ name, value }) => headers[name] === value) &&
  (match.path.type === 'Exact'
    ? match.path.value === path
    : `${path}/`.startsWith(`${match.path.value.replace(/\/$/, '')}/`))

/** How much a match asks for, most telling first; what asks for more is asked first. */
const weight = (host: string, match: RoutingMatch): readonly number[] => [
  host === '' ? 0 : host.startsWith('*') ? 1 : 2,
  host.length,
  match.path.type === 'Exact' ? 1 : 0,
  match.path.type === 'Exact' ? 0 : match.path.value.replace(/\/$/, '').length,
  match.method === undefined ? 0 : 1,
  match.headers.length,
]

const heavier = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((part, index) => part !== b[index])
  return at === -1 ? 0 : (b[at] ?? 0) - (a[at] ?? 0)
}

const match = fc.record({
  path: fc.record({
    type: fc.constantFrom('Exact', 'PathPrefix'),
    value: fc.constantFrom('/', '/a', '/a/', '/a/b', '/b'),
  }),
  method: fc.option(fc.constantFrom('GET', 'POST'), { nil: undefined }),
  headers: fc.constantFrom<readonly Fields[]>([], [{ name: 'x', value: '1' }]),
})
const requests: readonly Request[] = ['a', 'a.a', 'b.a', 'x.b.a'].flatMap((host) =>
  ['/', '/a', '/a/b', '/a/b/c', '/ab', '/b'].flatMap((path) =>
    ['GET', 'POST'].flatMap((method) =>
      [{}, { x: '1' }].map((headers) => ({ host, path, method, headers }) as Request),
    ),
  ),
)

describe('requests to random routes', () => {
  it('go where the text sends them: the first entry that fits is the one that asks for most', () => {
    const rule = fc.array(match, { minLength: 1, maxLength: 2 })
    const random = fc.record({
      hostnames: fc.uniqueArray(
        hostname.filter((name) => name !== ''),
        { maxLength: 2 },
      ),
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
      day: fc.constantFrom('01', '02'),
    })
    fc.assert(
      fc.property(fc.array(random, { minLength: 1, maxLength: 3 }), (given) => {
        const routes = given.map(({ hostnames, rules, day }, at) =>
          route(
            {
              hostnames,
              rules: rules.map((matches) => ({
                matches: matches.map(({ method, ...each }) => ({
                  ...each,
                  ...(method !== undefined && { method }),
                })),
                backendRefs: [{ name: 'cart', port: 8080 }],
              })),
            },
            { name: `r${at}`, created: `2026-01-${day}T00:00:00Z` },
          ),
        )
        const entries =
          worldOf([
            gatewayClass(),
            gateway({ listeners: [listener()] }),
            ...routes,
            service(),
            endpoints(),
          ]).routing().listeners[0]?.entries ?? []
        const candidates = given.flatMap(({ hostnames, rules, day }, at) =>
          (hostnames.length === 0 ? [''] : hostnames).flatMap((host) =>
            rules.flatMap((matches, index) =>
              matches.map((each) => ({
                host,
                each: each as unknown as RoutingMatch,
                age: `${day} r${at}`,
                index,
                key: `HTTPRoute/shop/r${at}/${index}`,
              })),
            ),
          ),
        )
        for (const request of requests) {
          const found = entries.find(
            ({ hostname: host, match: each }) =>
              each !== undefined && holds(host, request.host) && fits(each, request),
          )
          const [best] = candidates
            .filter(({ host, each }) => holds(host, request.host) && fits(each, request))
            .sort(
              (a, b) =>
                heavier(weight(a.host, a.each), weight(b.host, b.each)) ||
                (a.age < b.age ? -1 : a.age > b.age ? 1 : 0) ||
                a.index - b.index,
            )
          assert.equal(found?.rule, best?.key, JSON.stringify(request))
        }
      }),
    )
  })
})
