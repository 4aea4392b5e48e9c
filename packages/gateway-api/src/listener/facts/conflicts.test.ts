import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everyAbility } from '../../abilities.ts'
import { readListeners } from '../observe.ts'
import { findConflicts, findOverlaps } from './conflicts.ts'

type Listed = readonly (readonly [
  name: string,
  protocol: string,
  port: number,
  hostname?: string,
  mode?: string,
])[]

const listeners = (...given: Listed) =>
  readListeners(
    {
      listeners: given.map(([name, protocol, port, hostname, mode]) => ({
        name,
        protocol,
        port,
        ...(hostname !== undefined && { hostname }),
        ...(mode !== undefined && { tls: { mode } }),
      })),
    },
    'infra',
  )

describe('listeners of one Gateway', () => {
  type Case = readonly [name: string, given: Listed, lost: Readonly<Record<string, string>>, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['other ports',        [['a', 'HTTP', 80], ['b', 'HTTP', 81]],                          {},                                                 'they do not meet'],
    ['other hostnames',    [['a', 'HTTP', 80, 'a.test'], ['b', 'HTTP', 80, 'b.test']],      {},                                                 'they are told apart'],
    ['a wildcard',         [['a', 'HTTP', 80, 'a.test'], ['b', 'HTTP', 80, '*.test']],      {},                                                 'the narrower one is asked first'],
    ['one hostname',       [['a', 'HTTP', 80, 'a.test'], ['b', 'HTTP', 80, 'A.test']],      { a: 'HostnameConflict', b: 'HostnameConflict' },   'nobody wins'],
    ['HTTP and HTTPS',     [['a', 'HTTP', 443, 'a.test'], ['b', 'HTTPS', 443, 'b.test']],   { a: 'ProtocolConflict', b: 'ProtocolConflict' },   'one port speaks one of them'],
    ['HTTPS and TLS',      [['a', 'HTTPS', 443, 'a.test'], ['b', 'TLS', 443, 'b.test']],    {},                                                 'what a client names tells them apart'],
    ['HTTPS and TLS, one', [['a', 'HTTPS', 443, 'a.test'], ['b', 'TLS', 443, 'a.test']],    { a: 'HostnameConflict', b: 'HostnameConflict' },   'nothing tells them apart'],
    ['TCP and HTTP',       [['a', 'TCP', 80], ['b', 'HTTP', 80]],                           { a: 'ProtocolConflict', b: 'ProtocolConflict' },   'TCP takes every connection'],
    ['TCP twice',          [['a', 'TCP', 80], ['b', 'TCP', 80]],                            { a: 'ProtocolConflict', b: 'ProtocolConflict' },   'connections cannot be told apart'],
    ['TCP and UDP',        [['a', 'TCP', 53], ['b', 'UDP', 53]],                            {},                                                 'they do not meet'],
    ['unknown protocol',   [['a', 'SCTP', 80], ['b', 'HTTP', 80]],                          {},                                                 'what is not served takes no part'],
    ['a third one',        [['a', 'HTTP', 80], ['b', 'TCP', 80], ['c', 'HTTP', 81]],        { a: 'ProtocolConflict', b: 'ProtocolConflict' },   'the others go on'],
  ]
  for (const [name, given, lost, because] of cases) {
    it(`${name}: ${Object.keys(lost).join(', ') || 'none'} lost, because ${because}`, () => {
      const [found] = findConflicts([{ owner: 'listener', listeners: listeners(...given) }], everyAbility)
      const reasons = [...(found ?? [])].map(([each, { reason }]) => [each, reason])
      assert.deepEqual(Object.fromEntries(reasons), lost)
    })
  }

  it('may not mix the modes of TLS on a port where the data plane cannot', () => {
    const given = listeners(
      ['a', 'TLS', 443, 'a.test', 'Terminate'],
      ['b', 'TLS', 443, 'b.test', 'Passthrough'],
    )
    const lost = (mixedTlsModes: boolean) =>
      findConflicts([{ owner: 'listener', listeners: given }], { ...everyAbility, mixedTlsModes })[0]?.size
    assert.deepEqual([lost(true), lost(false)], [0, 2])
  })

  it('may not end TLS on a port both for HTTP and for anything where the data plane cannot', () => {
    const given = listeners(['a', 'HTTPS', 443, 'a.test'], ['b', 'TLS', 443, 'b.test', 'Terminate'])
    const lost = (mixedTlsModes: boolean) =>
      findConflicts([{ owner: 'listener', listeners: given }], { ...everyAbility, mixedTlsModes })[0]?.size
    assert.deepEqual([lost(true), lost(false)], [0, 2])
  })

  it('may end TLS for HTTP with several listeners on a port, whatever the data plane can mix', () => {
    const given = listeners(['a', 'HTTPS', 443, 'a.test'], ['b', 'HTTPS', 443, 'b.test'])
    const [lost] = findConflicts([{ owner: 'listener', listeners: given }], {
      ...everyAbility,
      mixedTlsModes: false,
    })
    assert.equal(lost?.size, 0)
  })
})

describe('listeners of a Gateway and of its ListenerSets', () => {
  const lostIn = (...owners: readonly Listed[]) =>
    findConflicts(
      owners.map((given, at) => ({ owner: `owner ${at}`, listeners: listeners(...given) })),
      everyAbility,
    ).map((lost) => Object.fromEntries([...lost].map(([name, { reason }]) => [name, reason])))

  type Case = readonly [name: string, owners: readonly Listed[], lost: readonly object[], because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['the Gateway first',   [[['a', 'HTTP', 80, 'a.test']], [['x', 'HTTP', 80, 'a.test']]],                                       [{}, { x: 'HostnameConflict' }],     'only the later one loses'],
    ['the older set first', [[], [['x', 'HTTP', 80, 'a.test']], [['y', 'HTTP', 80, 'a.test']]],                                   [{}, {}, { y: 'HostnameConflict' }], 'only the later one loses'],
    ['what has lost',       [[['a', 'HTTPS', 443, 'a.test']], [['x', 'HTTP', 443, 'b.test']], [['y', 'HTTPS', 443, 'b.test']]],   [{}, { x: 'ProtocolConflict' }, {}], 'it stands in nobody\'s way'],
    ['beaten by an earlier one', [[['a', 'HTTP', 80, 'a.test']], [['x', 'HTTP', 80, 'b.test'], ['y', 'TCP', 80]]],                [{}, { y: 'ProtocolConflict' }],     'it takes no part in its own set'],
    ['at odds with itself', [[], [['x', 'HTTP', 443, 'a.test'], ['y', 'HTTPS', 443, 'b.test']], [['z', 'HTTP', 443, 'a.test']]],  [{}, { x: 'ProtocolConflict', y: 'ProtocolConflict' }, {}], 'nobody inside it wins'],
  ]
  for (const [name, owners, lost, because] of cases)
    it(`${name}, because ${because}`, () => assert.deepEqual(lostIn(...owners), lost))

  it('say who is in the way', () => {
    const [, lost] = findConflicts(
      [
        { owner: 'listener', listeners: listeners(['web', 'HTTP', 80]) },
        { owner: 'listener', listeners: listeners(['x', 'HTTP', 80]) },
      ],
      everyAbility,
    )
    assert.deepEqual(lost?.get('x')?.with, ['listener web'])
  })
})

describe('listeners that end TLS on one port', () => {
  it('overlap where one name belongs to both, and nobody else', () => {
    const given = listeners(
      ['a', 'HTTPS', 443, 'foo.example.com'],
      ['b', 'HTTPS', 443, 'foo.example.org'],
      ['c', 'HTTPS', 443, '*.example.com'],
      ['d', 'HTTPS', 8443, '*.example.com'],
      ['e', 'HTTP', 443, '*.example.com'],
    )
    assert.deepEqual(
      [...findOverlaps(given)],
      [
        ['a', ['c']],
        ['c', ['a']],
      ],
    )
  })
})
