import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Bar, bars } from '../proof/bars.ts'
import { type Result, results } from '../proof/record.ts'
import { barsTable } from './bars.ts'

const recorded = (figures: Result['figures'], peers: Result['figures'] = {}): Result => ({
  part: 'any',
  at: '2026-01-01T00:00:00Z',
  machine: { cores: 2, processor: 'any', system: 'linux', node: '26.0.0', load: 0 },
  command: 'npm run bench -- any',
  figures,
  peers,
})
const most: Bar = { what: 'a list', figure: ['any', 'list, ms'], bar: ['≤', 20], before: '30' }
const least: Bar = { what: 'gets', figure: ['any', 'gets, /s'], bar: ['≥', 10_000] }

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly (readonly [bar: Bar, measured: readonly Result[], says: string, because: string])[] = [
  [most,  [recorded({ 'list, ms': 20 })],                           '| a list | ≤ 20 | 30 | 20 | held |  |',                      'a bar that is touched is held'],
  [most,  [recorded({ 'list, ms': 20.1 })],                         '| a list | ≤ 20 | 30 | 20.1 | **missed** |  |',              'nothing is rounded in our favour'],
  [least, [recorded({ 'gets, /s': 9_999 })],                        '| gets | ≥ 10,000 |  | 9,999 | **missed** |  |',             'less is worse of what is done in a second'],
  [least, [recorded({ 'gets, /s': 12_000 }, { 'gets, /s': 3_000 })], '| gets | ≥ 10,000 |  | 12,000 | held | 3,000 |',             'the genuine system was measured beside it'],
  [least, [recorded({ 'gets, /s': 'many' })],                       '| gets | ≥ 10,000 |  | many | **missed** |  |',              'what is no number is not good by that'],
  [least, [],                                                       '| gets | ≥ 10,000 |  |  | not recorded |  |',                'nobody has measured it'],
]

describe('The table of what is promised', () => {
  for (const [bar, measured, says, because] of cases)
    it(`says ${says}, because ${because}`, () => {
      assert.equal(barsTable([bar], measured).at(-1), says)
    })

  it('finds a figure for every bar among those that are recorded', () => {
    const lost = barsTable(bars, results()).filter((row) => row.includes('not recorded'))
    assert.deepEqual(lost, [])
  })
})
