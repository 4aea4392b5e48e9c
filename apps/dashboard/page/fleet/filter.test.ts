import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FleetRow } from '../../src/answers.ts'
import { byGravity, choicesOf, countsOf, filterOf, filterRows, isFiltered, queryWith } from './filter.ts'

const row = (name: string, given: Partial<FleetRow> = {}): FleetRow => ({
  ref: { group: 'example.dev', kind: 'Cluster', namespace: 'prod', name },
  word: 'Available',
  weight: 'fine',
  sentence: 'All is well',
  counters: [],
  conditions: { Available: 'True' },
  ...given,
})

const rows: readonly FleetRow[] = [
  row('broken', {
    weight: 'wrong',
    word: 'Unavailable',
    sentence: 'Machine md-0-x has no Node',
    conditions: { Available: 'False', 'listeners[https]:Programmed': 'Unknown' },
  }),
  row('edge', {
    ref: { group: 'net.dev', kind: 'Gateway', namespace: 'infra', name: 'edge' },
    weight: 'underway',
  }),
  row('good'),
]

type Case = [name: string, query: string, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['nothing asked',     '',                                                   ['broken', 'edge', 'good'], 'no filter hides nothing'],
  ['a kind',            'kind=Gateway.net.dev',                               ['edge'],                   'kinds are told apart by their group'],
  ['a foreign group',   'kind=Gateway.example.dev',                           [],                         'the same word in another group is another kind'],
  ['a namespace',       'namespace=prod',                                     ['broken', 'good'],         'it is compared whole'],
  ['part of one',       'namespace=pro',                                      [],                         'it is compared whole'],
  ['a condition',       'condition=Available&status=False',                   ['broken'],                 'type and status count'],
  ['only its type',     'condition=listeners%5Bhttps%5D%3AProgrammed',        ['broken'],                 'it must be there, whatever it says'],
  ['no such condition', 'condition=constructor',                              [],                         'what every record has is no condition'],
  ['text in a cause',   'text=MD-0',                                          ['broken'],                 'sentences are searched, whatever the case'],
  ['two words',         'text=good+prod',                                     ['good'],                   'every word has to be found, in any order'],
  ['a weight',          'weight=underway',                                    ['edge'],                   'the counters on top are filters'],
  ['all together',      'weight=wrong&namespace=prod&text=node',              ['broken'],                 'filters narrow each other'],
]

describe('filters of the fleet', () => {
  for (const [name, query, says, because] of cases) {
    it(`${name}: ${says.join(', ') || 'nothing'}, because ${because}`, () => {
      const found = filterRows(rows, filterOf(new URLSearchParams(query)))
      assert.deepEqual(
        found.map(({ ref }) => ref.name),
        says,
      )
    })
  }

  it('change one thing in an address and keep the rest', () => {
    const query = new URLSearchParams('view=cards&kind=Gateway.net.dev&text=a')
    const next = queryWith(query, { kind: '', text: 'b' })
    assert.equal(next.toString(), 'view=cards&text=b')
    assert.equal(isFiltered(filterOf(next)), true)
    assert.equal(isFiltered(filterOf(new URLSearchParams('view=cards'))), false)
  })

  it('offer what occurs', () => {
    assert.deepEqual(choicesOf(rows), {
      kinds: [
        { key: 'Cluster.example.dev', kind: 'Cluster' },
        { key: 'Gateway.net.dev', kind: 'Gateway' },
      ],
      namespaces: ['infra', 'prod'],
      conditions: ['Available', 'listeners[https]:Programmed'],
    })
  })
})

describe('the order of the fleet', () => {
  it('has the gravest first, then what has lasted longest, then the rest by name', () => {
    const mixed = [
      row('b'),
      row('a'),
      row('z', { weight: 'unclear' }),
      row('y', { weight: 'wrong', since: '2026-03-01T12:00:00Z' }),
      row('x', { weight: 'wrong' }),
      row('w', { weight: 'wrong', since: '2026-03-02T00:00:00Z' }),
    ]
    assert.deepEqual(
      mixed.sort(byGravity).map(({ ref }) => ref.name),
      ['y', 'w', 'x', 'z', 'a', 'b'],
    )
  })

  it('is counted', () => {
    assert.deepEqual(countsOf(rows), { wrong: 1, unclear: 0, paused: 0, underway: 1, fine: 1 })
  })
})
