import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readinessOf, type Sight } from './readiness.ts'

const since = Date.parse('2026-01-01T00:00:00Z')
const clear: Sight = { server: 'https://here', clusters: [], begun: true, waiting: [], unread: [] }
const kinds = (count: number) => Array.from({ length: count }, (_, at) => ({ group: 'g', kind: `K${at}` }))
const lost = { cluster: '', state: 'lost', why: 'no answer in time', since } as const
const blue = { ...lost, cluster: 'prod/blue' } as const
const secret = { cluster: '', group: '', kind: 'Secret', why: 'forbidden', since }

type Case = [name: string, sight: Partial<Sight>, ready: boolean, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['everything is seen',           {},                               true,  ['ok'], 'nothing is in the way'],
  ['nothing has been read',        { begun: false },                 false, ['Nothing has been read yet'], 'it has only begun'],
  ['kinds are missing',            { waiting: kinds(7) },            false, ['Not read yet: K0.g, K1.g, K2.g, K3.g, K4.g and 2 more'], 'it is named what is waited for'],
  ['the server is lost',           { management: lost },             false, ['The management server cannot be reached at https://here since 2026-01-01T00:00:00Z: no answer in time'], 'nothing is current any more'],
  ['a workload cluster is lost',   { clusters: [blue] },             true,  ['ok', 'The cluster prod/blue has been lost since 2026-01-01T00:00:00Z: no answer in time'], 'the others go on'],
  ['something cannot be read',     { unread: [secret] },             true,  ['ok', 'Secret cannot be read since 2026-01-01T00:00:00Z: forbidden'], 'it was looked, and that is the answer'],
  ['the work is shared',           { share: { members: 2, keys: 1, objects: 40, taking: false } }, true, ['ok', '2 members share the work; 1 key and 40 objects are kept here'], 'a share is all that is asked of it'],
  ['others do the work',           { seat: { held: false, members: ['b'] } }, true, ['ok', 'This process stands by: 1 other does the work'], 'it is there for when that one is lost'],
  ['the Leases cannot be kept',    { seat: { held: false, members: [], trouble: { why: 'forbidden', since } } }, true, ['ok', 'Nothing is written here: the Leases by which the work is shared cannot be kept since 2026-01-01T00:00:00Z: forbidden'], 'everything is seen all the same'],
  ['a share is taken over',        { share: { members: 1, keys: 3, objects: 1, taking: true } }, true, ['ok', '1 member shares the work; 3 keys and 1 object are kept here; what has come to this share is being read'], 'what it had goes on'],
]

describe('Whether a controller is ready', () => {
  for (const [name, sight, ready, lines, because] of cases) {
    it(`when ${name}: ${ready ? 'yes' : 'no'}, because ${because}`, () =>
      assert.deepEqual(readinessOf({ ...clear, ...sight }), { ready, lines }))
  }

  it('tells strangers neither names nor addresses of what is out of reach', () => {
    const told = readinessOf({ ...clear, management: lost, clusters: [blue], unread: [secret] }, 'brief')
    assert.deepEqual(told, { ready: false, lines: ['The management server cannot be reached'] })
    assert.deepEqual(readinessOf({ ...clear, clusters: [blue] }, 'brief'), { ready: true, lines: ['ok'] })
  })
})
