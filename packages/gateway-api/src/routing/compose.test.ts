import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { AttachedRouteSpec } from '../route/types.ts'
import { type Composed, type Composition, composeRouting, createComposer } from './compose.ts'
import type { RoutingMatch } from './types.ts'

const gateway = { namespace: 'infra', name: 'edge' }
const sections = ['web', 'named', 'raw'] as const
const set = { namespace: 'infra', name: 'more' }

const head = (section: string, port: number, protocol = 'HTTP', hostname?: string) => ({
  section,
  name: section,
  port,
  protocol,
  ...(hostname !== undefined && { hostname }),
})
const heads = [head('web', 80), head('named', 80, 'HTTP', 'a.test'), head('raw', 90, 'TCP')]

/** A route in few numbers: who it is, how old, where it is attached, and what it matches. */
const drawnRoute = fc.record({
  id: fc.nat(11),
  age: fc.nat(2),
  generation: fc.nat(3),
  inSet: fc.boolean(),
  listeners: fc.subarray([...sections]),
  hostnames: fc.subarray(['a.test', '*.test', '']),
  matches: fc.array(fc.record({ path: fc.constantFrom<string>('/', '/a', '/a/b'), exact: fc.boolean() }), {
    maxLength: 2,
  }),
})
type DrawnRoute = typeof drawnRoute extends fc.Arbitrary<infer Drawn> ? Drawn : never

function routeOf({
  id,
  age,
  generation,
  inSet,
  listeners,
  hostnames,
  matches,
}: DrawnRoute): AttachedRouteSpec {
  const name = `r${id}`
  const key = `HTTPRoute/shop/${name}`
  const place = `Service/shop/s${id % 4}/80`
  return {
    kind: 'HTTPRoute',
    route: { namespace: 'shop', name, created: `2026-01-0${age + 1}T00:00:00Z` },
    generation,
    attachments: listeners.map((listener) => ({
      gateway: 'infra/edge',
      controllerName: 'ours',
      ...(inSet && { set: 'infra/more' }),
      listener,
      hostnames: hostnames.map((each) => ({ effective: each, written: each })),
    })),
    rules: [0, 1].map((index) => ({
      key: `${key}/${index}`,
      matches: matches.map(
        ({ path, exact }): RoutingMatch => ({
          path: { type: exact ? 'Exact' : 'PathPrefix', value: path },
          headers: [],
          queryParams: [],
        }),
      ),
      rule: { route: key, index, filters: [], backends: [{ weight: 1, backend: place, filters: [] }] },
    })),
    backends: {
      [place]: {
        service: { namespace: 'shop', name: `s${id % 4}` },
        port: 80,
        portName: '',
        transport: 'TCP',
        endpoints: [],
      },
    },
    services: [],
    version: JSON.stringify([id, age, generation, inSet, listeners, hostnames, matches]),
  }
}

const compositionOf = (
  routes: readonly AttachedRouteSpec[],
  { generation = 1, listeners = heads, attached = true } = {},
): Composition => ({
  gateway: { ...gateway, generation },
  addresses: [],
  clientCertificate: undefined,
  listeners,
  sets: attached
    ? [{ gateway: 'infra/edge', set, generation: 1, listeners: [{ ...head('web', 81), name: 'more' }] }]
    : [],
  routes,
  policies: [],
  secured: (backend) => backend,
})

/** What happens to a world: a route comes in the place of another, goes, or the Gateway itself changes. */
const happening = fc.oneof(
  { weight: 6, arbitrary: drawnRoute.map((route) => ({ route })) },
  { weight: 2, arbitrary: fc.nat(11).map((gone) => ({ gone })) },
  { weight: 1, arbitrary: fc.nat(3).map((generation) => ({ generation })) },
  { weight: 1, arbitrary: fc.subarray(heads).map((listeners) => ({ listeners })) },
  { weight: 1, arbitrary: fc.boolean().map((attached) => ({ attached })) },
)

describe('A configuration composed from the one before', () => {
  it('is the one that is composed from nothing, whatever happened in between', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 30 }), (happenings) => {
        const routes = new Map<string, AttachedRouteSpec>()
        let own: Parameters<typeof compositionOf>[1] = {}
        let before: Composed | undefined
        for (const each of happenings) {
          if ('route' in each) routes.set(`r${each.route.id}`, routeOf(each.route))
          else if ('gone' in each) routes.delete(`r${each.gone}`)
          else own = { ...own, ...each }
          const composition = compositionOf([...routes.values()], own)
          before = composeRouting(composition, before)
          assert.deepEqual(before.configuration, composeRouting(composition).configuration)
          // The same text, not only the same fields: versions and reports are made of it.
          assert.equal(
            JSON.stringify(before.configuration),
            JSON.stringify(composeRouting(composition).configuration),
          )
        }
      }),
    )
  })

  const drawn = (id: number, path: string) =>
    routeOf({
      id,
      age: 0,
      generation: 1,
      inSet: false,
      listeners: id === 3 ? ['named'] : ['web'],
      hostnames: [''],
      matches: [{ path, exact: true }],
    })
  const [one, two, three] = [drawn(1, '/1'), drawn(2, '/2'), drawn(3, '/3')]

  it('has the very parts that have not changed', () => {
    const compose = createComposer()
    const { spec: first } = compose(compositionOf([one, two, three]))
    const { spec: next } = compose(compositionOf([one, drawn(2, '/new'), three]))
    const listener = (spec: typeof first, name: string) => spec.listeners.find((each) => each.name === name)
    assert.notEqual(next.version, first.version)
    assert.equal(listener(next, 'named'), listener(first, 'named'), 'nothing has changed on it')
    assert.equal(listener(next, 'web')?.entries[0], listener(first, 'web')?.entries[0])
    assert.equal(next.rules['HTTPRoute/shop/r1/0'], first.rules['HTTPRoute/shop/r1/0'])
  })

  it('is the one before where nothing has changed', () => {
    const compose = createComposer()
    const first = compose(compositionOf([one, two]))
    assert.equal(compose(compositionOf([one, two])), first)
    assert.notEqual(compose(compositionOf([one])), first)
  })
})
