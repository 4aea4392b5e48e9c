import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRouteTable } from './choose-route.ts'
import { Asked } from './match/asked.ts'
import { listener, portConfiguration } from './testing.ts'

const table = createRouteTable(
  portConfiguration({
    listeners: [
      listener({ name: 'exact', hostname: 'a.shop.test' }),
      listener({ name: 'narrow', hostname: '*.shop.test', entries: [] }),
      listener({ name: 'any' }),
    ],
  }),
)
const named = createRouteTable(
  portConfiguration({ listeners: [listener({ name: 'one', hostname: 'one.test' })] }),
)

type Case = [given: typeof table, host: string, tls: string | undefined, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  [table, 'a.shop.test', undefined, 'found exact',       'the narrowest listener has the name'],
  [table, 'b.shop.test', undefined, 'none narrow',       'its routes are the only ones that count, though a wider listener has some'],
  [table, 'shop.test',   undefined, 'found any',         'a wildcard does not hold the name behind it'],
  [table, '',            undefined, 'found any',         'no name is every name'],
  [named, 'two.test',    undefined, 'none -',            'no listener has the name'],
  [table, 'a.shop.test', 'exact',   'found exact',       'TLS was begun with the same listener'],
  [table, 'a.shop.test', 'any',     'misdirected exact', 'another listener has the name'],
  [table, 'c.test',      'exact',   'misdirected any',   'in this direction too'],
  [table, 'a.shop.test', 'gone',    'misdirected exact', 'the listener of the connection is there no more'],
  [named, 'two.test',    'one',     'none -',            'no listener has the name, so that no other connection would help'],
]

describe('The listener that has a request', () => {
  for (const [given, host, tls, says, because] of cases)
    it(`${host} after TLS with ${tls}: ${says}, because ${because}`, () => {
      const asked = new Asked('GET', { host, authority: host, path: '/', search: '' }, [])
      const begun =
        tls === undefined ? undefined : ({ listener: tls, serverName: host, protocol: 'h2' } as const)
      const route = given.choose(asked, begun)
      assert.equal(`${route.kind} ${route.listener?.name ?? '-'}`, says)
    })
})
