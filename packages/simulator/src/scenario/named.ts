import { demoScenario } from './demo.ts'
import { parseScenario } from './parse.ts'
import type { Scenario } from './types.ts'

/** An object worth looking at: as it is typed, what to ask about it, and from when on there is an answer. */
export interface Look {
  readonly ask: 'describe' | 'explain'
  readonly object: string
  readonly namespace: string
  readonly afterMs: number
}

/** A scenario that comes along. */
export interface NamedScenario {
  readonly name: string
  /** What happens in it, in a few words. */
  readonly about: string
  /** Objects worth looking at. */
  readonly look: readonly Look[]
  /** Read when it is asked for: one of them is large. */
  readonly open: () => Scenario
}

const quick = `
timings: { clusterInfrastructure: 4s, bootstrap: 2s, machineInfrastructure: 8s, nodeJoin: 4s, deletion: 5s }
`

const eksAnywhere = `
clusters:
  - { name: stores, namespace: default, family: eks-anywhere, controlPlane: 3, workers: [{ name: tills, replicas: 4 }] }
  - { name: kiosks, namespace: default, family: eks-anywhere, at: 5s, controlPlane: 1, workers: [{ name: screens, replicas: 3 }] }
timeline:
  - { at: 20s, fail-bootstrap: { cluster: kiosks } }
  - { at: 90s, break-node: { cluster: stores, group: tills, fault: NotReady } }
`

const stuckUpgrade = `
clusters:
  - { name: orders, namespace: fleet, controlPlane: 3, workers: [{ name: web, replicas: 6, maxSurge: 1, maxUnavailable: 0 }] }
timeline:
  - { at: 60s, block-drain: { cluster: orders, group: web } }
  - { at: 65s, upgrade: { cluster: orders, version: v1.36.1 } }
`

const quota = `
clusters:
  - { name: research, namespace: fleet, controlPlane: 3, workers: [{ name: gpu, replicas: 2 }] }
timeline:
  - { at: 55s, exceed-quota: { cluster: research } }
  - { at: 60s, scale: { cluster: research, group: gpu, replicas: 5 } }
`

const region = (name: string): string =>
  ['one', 'two', 'three']
    .map(
      (each) =>
        `  - { name: ${each}, namespace: ${name}, controlPlane: 1, workers: [{ name: md, replicas: 2 }] }`,
    )
    .join('\n')

const lostRegion = `
clusters:
${region('north')}
${region('south')}
timeline:
  - { at: 60s, lose-connection: { cluster: south/one } }
  - { at: 60s, lose-connection: { cluster: south/two } }
  - { at: 61s, lose-connection: { cluster: south/three } }
`

const gateways = `
gateways:
  - name: public
    namespace: edge
    https: shop.example.com
    services: [{ name: shop/web-next, endpoints: 2 }]
    routes:
      - { name: shop, namespace: shop, service: web, endpoints: 3 }
      - { name: checkout, namespace: shop, service: bank/pay, endpoints: 1, path: /checkout }
      - { name: search, namespace: shop, path: /search }
  - { name: partners, namespace: edge }
timeline:
  - { at: 20s, port-unavailable: { gateway: edge/partners, port: 80 } }
  - { at: 30s, move-route: { route: shop/shop, to: web-next } }
  - { at: 40s, expire-certificate: { gateway: edge/public } }
`

// Ten a second, so that the first ones can be looked at while the rest comes.
const thousand = (): string => {
  const clusters = Array.from(
    { length: 1_000 },
    (_, at) =>
      `  - { name: c${String(at).padStart(3, '0')}, namespace: fleet-${Math.floor(at / 100)}, at: ${Math.floor(at / 10)}s, controlPlane: 1, workers: [{ name: md, replicas: 1 }] }`,
  )
  return `
clusters:
${clusters.join('\n')}
timeline:
  - { at: 3m, exceed-quota: { cluster: c500 } }
  - { at: 4m, scale: { cluster: c500, group: md, replicas: 3 } }
  - { at: 4m, lose-connection: { cluster: c042 } }
`
}

type Told = Omit<NamedScenario, 'open'> & { readonly text: () => string }

const described = ({ text, ...told }: Told): NamedScenario => ({
  ...told,
  open: () => parseScenario(`name: ${told.name}\nseed: ${told.name}\n${quick}${text()}`, told.name),
})

/** The scenarios that can be called by name, in the order in which help lists them. */
export const namedScenarios: readonly NamedScenario[] = [
  {
    name: 'demo',
    about: 'a small fleet: a rollout, a blocked drain, a lost connection, a quota, a refused database',
    look: [
      { ask: 'describe', object: 'cluster/payments', namespace: 'fleet', afterMs: 10_000 },
      { ask: 'explain', object: 'cluster/labs', namespace: 'fleet', afterMs: 100_000 },
    ],
    open: () => demoScenario,
  },
  described({
    name: 'eks-anywhere',
    about: 'two clusters of EKS Anywhere, one of which fails to start its machines',
    look: [
      {
        ask: 'explain',
        object: 'cluster/kiosks',
        namespace: 'default',
        afterMs: 60_000,
      },
    ],
    text: () => eksAnywhere,
  }),
  described({
    name: 'stuck-upgrade',
    about: 'an upgrade that a drain holds up',
    look: [{ ask: 'explain', object: 'cluster/orders', namespace: 'fleet', afterMs: 100_000 }],
    text: () => stuckUpgrade,
  }),
  described({
    name: 'quota',
    about: 'workers that a quota does not allow',
    look: [{ ask: 'explain', object: 'cluster/research', namespace: 'fleet', afterMs: 90_000 }],
    text: () => quota,
  }),
  described({
    name: 'lost-region',
    about: 'six clusters in two regions, one of which cannot be reached any more',
    look: [{ ask: 'explain', object: 'cluster/one', namespace: 'south', afterMs: 90_000 }],
    text: () => lostRegion,
  }),
  described({
    name: 'gateways',
    about:
      'two gateways that carry traffic: a missing grant and Service, a route that moves, an expired certificate',
    look: [
      { ask: 'describe', object: 'gateway/public', namespace: 'edge', afterMs: 5_000 },
      { ask: 'explain', object: 'httproute/checkout', namespace: 'shop', afterMs: 10_000 },
    ],
    text: () => gateways,
  }),
  described({
    name: 'thousand',
    about: 'a thousand small clusters, ten a second; two of them get into trouble',
    look: [{ ask: 'describe', object: 'cluster/c000', namespace: 'fleet-0', afterMs: 30_000 }],
    text: thousand,
  }),
]
