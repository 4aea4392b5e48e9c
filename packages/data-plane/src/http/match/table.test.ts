import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RoutingEntry, RoutingMatch } from '@sitrep/gateway-api'
import fc from 'fast-check'
import { parseTarget } from '../target.ts'
import { Asked } from './asked.ts'
import { createEntryTable } from './table.ts'

const exact = (value: string) => ({ type: 'Exact', value }) as const
const prefix = (value: string) => ({ type: 'PathPrefix', value }) as const
const like = (value: string) => ({ type: 'RegularExpression', value }) as const
const value = (name: string, text: string, type = 'Exact') => ({ type, name, value: text })
const match = (path: RoutingMatch['path'], more: Partial<RoutingMatch> = {}): RoutingMatch => ({
  path,
  headers: [],
  queryParams: [],
  ...more,
})
const entry = (rule: string, given: RoutingMatch, hostname = ''): RoutingEntry => ({
  hostname,
  match: given,
  rule,
})

function ask(line: string, lines: readonly string[] = []): Asked {
  const [method = '', url = ''] = line.split(' ')
  const [, host = '', target = ''] = /^([^/*]*)(.*)$/.exec(url) ?? []
  const parsed = parseTarget(target, host)
  assert.ok(parsed, line)
  return new Asked(method, parsed, lines)
}

const ruleFor = (entries: readonly RoutingEntry[], asked: Asked): string =>
  createEntryTable(entries).find(asked)?.rule ?? 'none'

const paths = [
  entry('exact', match(exact('/one'))),
  entry('expression', match(like('/[0-9]+/item'))),
  entry('long', match(prefix('/two/three/'))),
  entry('short', match(prefix('/two'))),
  entry('posts', match(prefix('/four'), { method: 'POST' })),
  entry(
    'loud',
    match(prefix('/five'), {
      headers: [value('x-color', 'blue'), value('version', '[0-9]+', 'RegularExpression')],
    }),
  ),
  entry('searched', match(prefix('/six'), { queryParams: [value('animal', 'great whale')] })),
]

type Case = [line: string, lines: readonly string[], rule: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const pathCases: Case[] = [
  ['GET a.test/one',                [], 'exact',      'the path is the same'],
  ['GET a.test/one?x=/two',         [], 'exact',      'a query is no part of a path'],
  ['GET a.test/one/',               [], 'none',       'a slash more is another path'],
  ['GET a.test/One',                [], 'none',       'paths have a case'],
  ['GET a.test/%6fne',              [], 'none',       'what is encoded is compared as it came'],
  ['GET a.test/17/item',            [], 'expression', 'the expression fits all of it'],
  ['GET a.test/17/items',           [], 'none',       'an expression must fit the whole path'],
  ['GET a.test/two',                [], 'short',      'a prefix is itself'],
  ['GET a.test/two/',               [], 'short',      'a slash at the end does not matter'],
  ['GET a.test/two/three',          [], 'long',       'a slash at the end of a prefix does not matter either'],
  ['GET a.test/two/three/four',     [], 'long',       'the longer prefix comes first'],
  ['GET a.test/twothree',           [], 'none',       'prefixes are compared part by part'],
  ['GET a.test//two',               [], 'none',       'an empty part is a part'],
  ['GET a.test/two/../one',         [], 'short',      'dots are left to the backend'],
  ['POST a.test/four',              [], 'posts',      'the method fits'],
  ['GET a.test/four',               [], 'none',       'the method does not'],
  ['GET a.test/five', ['X-Color', 'blue', 'VERSION', '12'],            'loud', 'names of headers have no case'],
  ['GET a.test/five', ['X-Color', 'Blue', 'Version', '12'],            'none', 'their values do'],
  ['GET a.test/five', ['X-Color', 'blue', 'Version', '12a'],           'none', 'an expression must fit the whole value'],
  ['GET a.test/five', ['X-Color', 'blue'],                             'none', 'both must hold'],
  ['GET a.test/five', ['X-Color', 'blue', 'X-Color', 'red', 'Version', '1'], 'none', 'a header that comes twice is both values'],
  ['GET a.test/six?animal=great%20whale',        [], 'searched', 'parameters are decoded'],
  ['GET a.test/six?a=1&animal=great+whale',      [], 'searched', 'and stand anywhere'],
  ['GET a.test/six?animal=dog&animal=great+whale', [], 'none',   'of a parameter that comes twice the first counts'],
  ['GET a.test/six?Animal=great+whale',          [], 'none',     'names of parameters have a case'],
  ['OPTIONS a.test*',                            [], 'none',     'the server as a whole is no path'],
]

const hosts = [
  entry('name', match(prefix('/')), 'a.shop.test'),
  entry('narrow', match(prefix('/')), '*.shop.test'),
  entry('wide', match(prefix('/')), '*.test'),
  entry('any', match(prefix('/any')), ''),
]

// biome-ignore format: the table is the specification; its columns stay aligned
const hostCases: Case[] = [
  ['GET a.shop.test/',       [], 'name',   'the name is said'],
  ['GET A.SHOP.test.:80/',   [], 'name',   'however it is written'],
  ['GET b.shop.test/',       [], 'narrow', 'a wildcard holds it'],
  ['GET c.b.shop.test/',     [], 'narrow', 'a wildcard holds any number of labels'],
  ['GET shop.test/',         [], 'wide',   'a wildcard does not hold the name behind it'],
  ['GET test/',              [], 'none',   'nor does this one'],
  ['GET test/any',           [], 'any',    'an entry without a hostname takes every name'],
]

describe('The first entry that fits', () => {
  for (const [entries, cases] of [
    [paths, pathCases],
    [hosts, hostCases],
  ] as const)
    for (const [line, lines, rule, because] of cases)
      it(`${line} ${lines.join(' ')}: ${rule}, because ${because}`, () =>
        assert.equal(ruleFor(entries, ask(line, lines)), rule))

  it('goes by the order of the entries, whatever their hostnames and paths', () => {
    const entries = [
      entry('first', match(prefix('/')), '*.test'),
      entry('second', match(exact('/a')), 'a.test'),
    ]
    assert.equal(ruleFor(entries, ask('GET a.test/a')), 'first')
  })

  it('takes no time for an expression that would take others for ever', () => {
    const entries = [entry('evil', match(like('/(a+)+b')))]
    assert.equal(ruleFor(entries, ask(`GET a.test/${'a'.repeat(30_000)}c`)), 'none')
  })

  it('passes over an expression that is written out to hundreds of thousands of steps', () => {
    const entries = [entry('long', match(like('/a{1,1000}'.repeat(100)))), entry('rest', match(prefix('/')))]
    assert.equal(ruleFor(entries, ask(`GET a.test${'/a'.repeat(100)}`)), 'rest')
  })

  it('passes over an expression that cannot be bounded', () => {
    const entries = [entry('back', match(like('/(a)\\1'))), entry('rest', match(prefix('/')))]
    assert.equal(ruleFor(entries, ask('GET a.test/aa')), 'rest')
  })

  it('is the one that trying them all in order finds', () => {
    const part = fc.constantFrom('a', 'b', 'ab')
    const path = fc.array(part, { maxLength: 3 }).map((parts) => `/${parts.join('/')}`)
    const hostname = fc.constantFrom('', 'a.test', '*.test', '*.a.test')
    const given = fc.tuple(fc.constantFrom(exact, prefix), path, hostname)
    fc.assert(
      fc.property(
        fc.array(given, { maxLength: 12 }),
        path,
        fc.constantFrom('a.test', 'b.a.test', 'x'),
        (all, wanted, host) => {
          const entries = all.map(([kind, at, name], index) => entry(String(index), match(kind(at)), name))
          const first = all.findIndex(
            ([kind, at, name]) =>
              (name === '' || name === host || (name.startsWith('*') && host.endsWith(name.slice(1)))) &&
              (kind === exact ? at === wanted : `${wanted}/`.startsWith(at.endsWith('/') ? at : `${at}/`)),
          )
          assert.equal(ruleFor(entries, ask(`GET ${host}${wanted}`)), first < 0 ? 'none' : String(first))
        },
      ),
    )
  })
})
