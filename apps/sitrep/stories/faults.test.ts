import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { nodeFaults, simulatedFamilies } from '@sitrep/simulator'
import { type Profile, profiles } from '@sitrep/status'
import { openPlayedWorld, type PlayedWorld } from './played-world.testing.ts'

type Fault = [happening: string, detail: string, names: RegExp, because: string, inList?: RegExp]

const group = '{ cluster: CLUSTER, group: md-0 }'
const cluster = '{ cluster: CLUSTER }'

// biome-ignore format: the table is the specification; its columns stay aligned
/** What can go wrong with a cluster. */
const clusterFaults: Fault[] = [
  ['exceed-quota',      cluster, /The quota for machines is used up/,         'its machines are not made'],
  ['fail-bootstrap',    cluster, /DataSecretGenerationFailed/,                'nobody tells its machines what to be', /Failed to generate the bootstrap data|[Bb]ootstrap/],
  ['lose-connection',   cluster, /ControlPlaneProbe|RemoteConnectionProbe/,   'nobody sees what is inside', /cannot be reached|[Rr]emote connection/],
  ['block-drain',       group,   /disruption budget/,                         'a worker cannot go'],
  ['pause',             cluster, /paused/i,                                   'nothing is done about it'],
  ['malform-condition', cluster, /SimulatedCluster/,                          'its infrastructure says what nobody understands'],
  ...nodeFaults.map((fault): Fault => ['break-node', `{ cluster: CLUSTER, group: md-0, fault: ${fault} }`, nodeWords(fault), 'a Node is ill', /kubelet|Kubelet|container runtime/]),
]

function nodeWords(fault: (typeof nodeFaults)[number]): RegExp {
  if (fault === 'NotReady') return /Node .*\(Ready is False/
  return fault === 'Unreachable' ? /Node .*\(Ready is Unknown/ : new RegExp(`Node .*${fault} is True`)
}

// Those that hold a cluster up from the beginning begin with it; the others find it well.
const early = ['exceed-quota', 'fail-bootstrap']

// Only of a drain that is held up one must go and one be left.
const workersOf = (fault: Fault | undefined): number => (fault?.[0] === 'block-drain' ? 2 : 1)

const nameOf = ([happening, detail]: Fault): string =>
  `${happening}${/fault: (\w+)/.exec(detail)?.[1] ?? ''}`.toLowerCase()

const clusterFamilies: readonly { family: string; kind: string; told: (fault: Fault) => boolean }[] = [
  { family: 'cluster-api', kind: 'cluster.cluster.x-k8s.io', told: () => true },
  // All that happens to Nodes comes to it in one way.
  {
    family: 'eks-anywhere',
    kind: 'cluster.anywhere.eks.amazonaws.com',
    told: ([, detail]) => !/fault: (?!Disk)/.test(detail),
  },
]

const clusterOf = (family: string, fault: Fault): string => `${family.slice(0, 3)}-${nameOf(fault)}`

/** A world with a cluster of each family for every fault, one with several at once, gateways and a database. */
function scenario(): string {
  const all = clusterFamilies.flatMap(({ family, told }) =>
    clusterFaults.filter(told).map((fault) => ({ family, fault, name: clusterOf(family, fault) })),
  )
  const happenings = all.flatMap(({ fault: [happening, detail], name }) => {
    const at = early.includes(happening) ? '1s' : '60s'
    const told = detail.replace('CLUSTER', `sick/${name}`)
    const scaled = `  - { at: 65s, scale: { cluster: sick/${name}, group: md-0, replicas: 1 } }`
    return [`  - { at: ${at}, ${happening}: ${told} }`, ...(happening === 'block-drain' ? [scaled] : [])]
  })
  return [
    'timings: { variation: 0, clusterInfrastructure: 2s, bootstrap: 1s, machineInfrastructure: 4s, nodeJoin: 2s, dataPlane: 1s, database: 5s }',
    'clusters:',
    ...[...all, { family: 'cluster-api', name: 'several', fault: undefined }].map(
      ({ family, name, fault }) =>
        `  - { name: ${name}, namespace: sick, family: ${family}, version: v1.34.0, controlPlane: 1, workers: [{ name: md-0, replicas: ${workersOf(fault)} }] }`,
    ),
    'gateways:',
    '  - { name: ports, namespace: edge }',
    '  - { name: rooms, namespace: edge }',
    '  - { name: certificates, namespace: edge, https: shop.example.com }',
    '  - { name: grants, namespace: edge, routes: [{ name: pay, namespace: shop, service: bank/pay, endpoints: 1 }] }',
    'databases: [{ name: orders, namespace: shop, size: 10 }]',
    'timeline:',
    ...happenings,
    '  - { at: 60s, break-node: { cluster: sick/several, group: md-0, fault: DiskPressure } }',
    '  - { at: 60s, exceed-quota: { cluster: sick/several } }',
    '  - { at: 65s, scale: { cluster: sick/several, group: md-0, replicas: 4 } }',
    '  - { at: 10s, port-unavailable: { gateway: edge/ports, port: 80 } }',
    '  - { at: 10s, no-resources: { gateway: edge/rooms, because: no node has room for it } }',
    '  - { at: 10s, expire-certificate: { gateway: edge/certificates } }',
    '  - { at: 40s, refuse-updates: { database: shop/orders, message: must be owner of it } }',
    '  - { at: 50s, resize-database: { database: shop/orders, size: 20 } }',
  ].join('\n')
}

type Other = [happening: string, object: string, names: RegExp, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const otherFaults: Other[] = [
  ['port-unavailable', 'gateway/ports -n edge',   /PortUnavailable|port 80/i,    'something else has the port'],
  ['no-resources',     'gateway/rooms -n edge',   /no node has room for it/,     'its data plane has no place'],
  ['expire-certificate', 'gateway/certificates -n edge', /A certificate has expired: Secret edge\/certificates-certificate/, 'nobody renewed it'],
  ['grant',            'httproute/pay -n shop',   /No ReferenceGrant/,           'nobody has made the grant'],
  ['refuse-updates',   'database/orders -n shop', /must be owner of it/,         'its provider is refused'],
]

// What somebody wants is no fault.
const wanted = ['scale', 'upgrade', 'rollout', 'delete', 'resize-database', 'move-route']

describe('The faults of the simulator', () => {
  it('are all told here', () => {
    const known = simulatedFamilies.flatMap(({ scenario: part }) => Object.keys(part?.happenings ?? {}))
    const told = [...clusterFaults.map(([name]) => name), ...otherFaults.map(([name]) => name), ...wanted]
    assert.deepEqual([...new Set(told)].sort(), [...new Set(known)].sort())
  })
})

for (const profile of profiles) describe(`The first sentence of explain, ${profile}`, () => tell(profile))

function tell(profile: Profile): void {
  let world: PlayedWorld
  before(async () => {
    world = await openPlayedWorld(scenario(), profile)
    await world.play(180)
  })
  after(() => world.close())

  const tellsOf = async (object: string, names: RegExp): Promise<void> => {
    const { out, err } = await world.run(`explain ${object}`)
    assert.match(out[0] ?? err.join('\n'), names)
    assert.ok(out.includes('What usually helps:'), out.join('\n'))
  }

  for (const { family, kind, told } of clusterFamilies)
    for (const fault of clusterFaults.filter(told)) {
      const [, , names, because] = fault
      it(`names ${nameOf(fault)} on a cluster of ${family}, because ${because}`, async () =>
        tellsOf(`${kind}/${clusterOf(family, fault)} -n sick`, names))
    }

  for (const [happening, object, names, because] of otherFaults)
    it(`names ${happening} on ${object}, because ${because}`, async () => tellsOf(object, names))

  it('is in the list of what is wrong, each cause once', async () => {
    const { out, code } = await world.run('trouble --all', 'server')
    assert.equal(code, 1)
    const lineOf = (name: string): string => out.filter((line) => line.includes(name)).join('\n')
    for (const fault of clusterFaults) {
      const [, , , , inList = fault[2]] = fault
      for (const { family } of clusterFamilies.filter(({ told }) => told(fault)))
        assert.match(lineOf(clusterOf(family, fault)), inList)
      assert.equal(out.filter((line) => line.includes(` sick/${clusterOf('cluster-api', fault)}`)).length, 1)
    }
  })

  it('names one of several at once, the same every time, and tells of the other', async () => {
    const line = 'explain cluster.cluster.x-k8s.io/several -n sick'
    const [one, again] = [await world.run(line), await world.run(line)]
    assert.deepEqual(one.out, again.out)
    assert.match(one.out[0] ?? '', /quota|DiskPressure/)
    assert.match(one.out.join('\n'), /quota/)
    assert.match(one.out.join('\n'), /DiskPressure/)
  })
}
