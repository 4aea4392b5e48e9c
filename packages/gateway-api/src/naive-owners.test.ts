import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fields, type KubeObject, list } from '@sitrep/status'
import fc from 'fast-check'
import { gateway, gatewayClass, route, service, worldOf } from './testing.ts'

const clash = (a: Listening, b: Listening): boolean => {
  if (a.port !== b.port) return false
  const family = (protocol: string): string => (protocol === 'TLS' ? 'HTTPS' : protocol)
  const [one, other] = [family(a.protocol), family(b.protocol)]
  if (one === 'UDP' || other === 'UDP') return one === other
  return one !== other || one === 'TCP' || a.hostname === b.hostname
}

interface Listening {
  readonly port: number
  readonly protocol: string
  readonly hostname: string
}

describe('random listeners of a Gateway and two ListenerSets', () => {
  const listening = fc.record({
    port: fc.constantFrom(80, 443),
    protocol: fc.constantFrom('HTTP', 'HTTPS', 'TLS', 'TCP', 'UDP'),
    hostname: fc.constantFrom('', 'a.test', '*.test'),
  })

  it('are refused where the text says that they clash', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(listening, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 3 }),
        (owners) => {
          const specs = owners.map((all) =>
            all.map(({ hostname: own, ...each }, at) => ({
              name: `l${at}`,
              ...each,
              ...(own !== '' && { hostname: own }),
              tls: { mode: 'Passthrough' },
            })),
          )
          const [first = [], ...sets] = specs
          const edge = gateway({ listeners: first, allowedListeners: { namespaces: { from: 'All' } } })
          const others = sets.map(
            (listeners_, at): KubeObject => ({
              apiVersion: 'gateway.networking.k8s.io/v1',
              kind: 'ListenerSet',
              metadata: {
                name: `set-${at}`,
                namespace: 'shop',
                generation: 1,
                creationTimestamp: `2026-01-0${2 - at}T00:00:00Z`,
              },
              spec: { parentRef: { name: 'edge', namespace: 'infra' }, listeners: listeners_ },
            }),
          )
          const world = worldOf([gatewayClass(), edge, ...others])
          // The second set is the older one; sets of a Gateway that is not accepted are not judged here.
          if (world.says(edge, 'Accepted')?.startsWith('False')) return
          const winners: Listening[] = []
          for (const at of [0, 2, 1]) {
            const own = owners[at] ?? []
            const object = at === 0 ? edge : others[at - 1]
            if (object === undefined) continue
            const left = own.filter((one) => !winners.some((each) => clash(one, each)))
            const lost = own.map(
              (one) => !left.includes(one) || left.some((each) => each !== one && clash(one, each)),
            )
            const said = own.map(
              (_, index) => world.says(object, `listeners[l${index}]:Conflicted`) !== undefined,
            )
            assert.deepEqual(said, lost, JSON.stringify(own))
            winners.push(...own.filter((_, index) => lost[index] === false))
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('random policies', () => {
  const policy = fc.record({
    service: fc.constantFrom('one', 'two', 'three'),
    section: fc.constantFrom(undefined, 'main', 'other'),
    day: fc.constantFrom('1', '2'),
  })
  const led = fc.record({
    to: fc.constantFrom('one', 'two'),
    by: fc.constantFrom('edge', 'inner', 'theirs'),
    from: fc.constantFrom('shop', 'apps'),
  })

  it('have the Gateways of ours as ancestors that send traffic to their targets, and the oldest holds', () => {
    fc.assert(
      fc.property(
        fc.array(policy, { minLength: 1, maxLength: 4 }),
        fc.array(led, { maxLength: 4 }),
        (given, routes) => {
          const policies = given.map(
            ({ service: target, section, day }, at): KubeObject => ({
              apiVersion: 'gateway.networking.k8s.io/v1',
              kind: 'BackendTLSPolicy',
              metadata: {
                name: `p${at}`,
                namespace: 'shop',
                generation: 1,
                creationTimestamp: `2026-01-0${day}T00:00:00Z`,
              },
              spec: {
                targetRefs: [
                  {
                    group: '',
                    kind: 'Service',
                    name: target,
                    ...(section !== undefined && { sectionName: section }),
                  },
                ],
                validation: { hostname: 'a.test', wellKnownCACertificates: 'System' },
              },
            }),
          )
          const world = worldOf([
            gatewayClass(),
            gatewayClass('theirs', 'example.net/other'),
            gateway({}, { name: 'edge' }),
            gateway({}, { name: 'inner' }),
            gateway({ gatewayClassName: 'theirs' }, { name: 'theirs' }),
            ...['one', 'two', 'three'].map((name) => service(name)),
            ...routes.map(({ to, by, from }, at) =>
              route(
                {
                  parentRefs: [{ name: by, namespace: 'infra' }],
                  rules: [{ backendRefs: [{ name: to, namespace: 'shop', port: 8080 }] }],
                },
                { name: `r${at}`, namespace: from },
              ),
            ),
            ...policies,
          ])
          for (const [at, { service: target, section, day }] of given.entries()) {
            // Without a grant nothing leads from another namespace to a Service of this one.
            const users = routes
              .filter(({ to, by, from }) => to === target && by !== 'theirs' && from === 'shop')
              .map(({ by }) => by)
            const older = given.some(
              (each, index) =>
                each.service === target &&
                each.section === section &&
                (each.day < day || (each.day === day && index < at)),
            )
            const reason = section === 'other' ? 'TargetNotFound' : older ? 'Conflicted' : 'Accepted'
            const object = policies[at]
            const status = fields(
              object &&
                world.engine.object({
                  group: 'gateway.networking.k8s.io',
                  kind: 'BackendTLSPolicy',
                  namespace: 'shop',
                  name: `p${at}`,
                })?.status,
            )
            const said = list(status['ancestors'])
              .map(fields)
              .map(({ ancestorRef, conditions }) => [
                fields(ancestorRef)['name'],
                list(conditions)
                  .map(fields)
                  .find(({ type }) => type === 'Accepted')?.['reason'],
              ])
            assert.deepEqual(
              said,
              [...new Set(users)].sort().map((name) => [name, reason]),
            )
          }
        },
      ),
    )
  })
})
