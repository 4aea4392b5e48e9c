import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RoutingConfiguration } from '@sitrep/gateway-api'
import { loopbackPlaces, type Places, type Trial } from './places.ts'

type Address = RoutingConfiguration['spec']['addresses'][number]

const configuration = (
  name: string,
  ports: readonly number[] = [80],
  addresses: readonly Address[] = [],
): RoutingConfiguration => ({
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: 'RoutingConfiguration',
  metadata: { namespace: 'infra', name },
  spec: {
    version: '1',
    generations: {},
    addresses,
    listeners: ports.map((port) => ({ name: `p${port}`, port, protocol: 'HTTP', entries: [] })),
    rules: {},
    backends: {},
  },
})
const all: Trial = async () => 'free'
const root = { ownAddresses: true, lowestPort: 1 }
const user = { ownAddresses: true, lowestPort: 1024 }
const mac = { ownAddresses: false, lowestPort: 1024 }
const assign = async (places: Places, ...configurations: readonly RoutingConfiguration[]) =>
  places.assign(configurations.map((each) => ({ configuration: each, before: [] })))
const ip = (value: string): Address => ({ type: 'IPAddress', value })

describe('The place of a Gateway', () => {
  it('is an address of its own that follows from its name', async () => {
    const [one, other] = await assign(loopbackPlaces(root, all), configuration('a'), configuration('b'))
    assert.notEqual(one?.hosts[0], other?.hosts[0])
    assert.match(one?.hosts[0] ?? '', /^127\.1[2-9]\d\./)
    assert.deepEqual(await assign(loopbackPlaces(root, all), configuration('a')), [one])
    assert.deepEqual(one?.addresses, [ip(one?.hosts[0] ?? '')])
  })

  it('is the one from before, where that is free', async () => {
    const wish = { configuration: configuration('a'), before: ['127.130.1.1'] }
    const [place] = await loopbackPlaces(root, all).assign([wish])
    assert.deepEqual(place?.hosts, ['127.130.1.1'])
    const taken: Trial = async (address) => (address === '127.130.1.1' ? 'taken' : 'free')
    const [elsewhere] = await loopbackPlaces(root, taken).assign([wish])
    assert.notDeepEqual(elsewhere?.hosts, ['127.130.1.1'])
  })

  it('stays while others come and go', async () => {
    const places = loopbackPlaces(root, all)
    const [, first] = await assign(places, configuration('a'), configuration('b'))
    assert.deepEqual(await assign(places, configuration('b')), [first])
  })

  type Case = [
    name: string,
    trial: Trial,
    addresses: Address[],
    told: string[],
    unusable: string[],
    because: string,
  ]
  const some: Trial = async (address) => (address === '192.0.2.1' ? 'refused' : 'free')
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['one that can be had',     all,  [ip('127.0.0.9')],                  ['127.0.0.9'], [],            'it was asked for'],
    ['one of another machine',  some, [ip('192.0.2.1')],                  [],            ['192.0.2.1'], 'it cannot be bound'],
    ['one of each',             some, [ip('127.0.0.9'), ip('192.0.2.1')], [],            ['192.0.2.1'], 'what was asked for is all or nothing'],
    ['a name',                  all,  [{ type: 'Hostname', value: 'x.example' }], [],    ['x.example'], 'names are not ours to give'],
  ]
  for (const [name, trial, addresses, told, unusable, because] of cases)
    it(`${name}: ${told.join() || 'none'}, because ${because}`, async () => {
      const [place] = await assign(loopbackPlaces(root, trial), configuration('a', [80], addresses))
      assert.deepEqual([place?.hosts, place?.unusable], [told, unusable])
    })

  it('has all ports as they are where that is allowed', async () => {
    const [place] = await assign(loopbackPlaces(root, all), configuration('a', [80, 443, 8080]))
    assert.deepEqual(place?.ports, {})
  })

  it('maps low ports for an ordinary user, away from those that are asked for', async () => {
    const [place] = await assign(loopbackPlaces(user, all), configuration('a', [80, 443, 8080]))
    assert.equal(place?.ports[443], 8443)
    assert.notEqual(place?.ports[80], 8080)
    assert.equal(place?.ports[8080], undefined)
  })

  it('shares one address where there is but one, each port for itself', async () => {
    const [one, other] = await assign(
      loopbackPlaces(mac, all),
      configuration('a', [80, 9000]),
      configuration('b', [80, 9000]),
    )
    assert.deepEqual([one?.hosts, other?.hosts], [['127.0.0.1'], ['127.0.0.1']])
    const open = [one, other].flatMap((place) => [80, 9000].map((port) => place?.ports[port] ?? port))
    assert.equal(new Set(open).size, 4)
    assert.deepEqual([one?.ports[80], one?.ports[9000]], [8080, undefined])
  })

  it('leaves ports of the shared address to whoever has them', async () => {
    const taken: Trial = async (_, port) => ([8080, 9000].includes(port) ? 'taken' : 'free')
    const [place] = await assign(loopbackPlaces(mac, taken), configuration('a', [80, 9000]))
    assert.equal(place?.ports[9000], 19_000)
    assert.ok(Number(place?.ports[80]) >= 20_000)
  })

  it('keeps its ports, whoever comes before it and goes again', async () => {
    const places = loopbackPlaces(mac, all)
    const ports = async (...names: readonly string[]) =>
      (await assign(places, ...names.map((name) => configuration(name, [80, 9000])))).map(
        (place) => place.ports,
      )
    const [first] = await ports('m')
    const [other, kept] = await ports('a', 'm')
    assert.deepEqual([first, kept], [{ 80: 8080 }, { 80: 8080 }])
    assert.deepEqual(await ports('a'), [other])
    assert.deepEqual(await ports('b'), [first], 'what others had is free again')
  })
})
