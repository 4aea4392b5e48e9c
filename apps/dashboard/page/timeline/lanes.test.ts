import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LaneSpan } from '../../src/answers.ts'
import { drawLane, pan, stepPath, ticks, zoom } from './lanes.ts'

const span = (from: number, to?: number): LaneSpan => ({
  from,
  ...(to === undefined ? {} : { to }),
  status: 'True',
  meaning: 'good',
  reason: 'Ready',
  message: '',
})

type Case = [name: string, spans: readonly LaneSpan[], says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['inside',       [span(1200, 1600)],             '0.2+0.4',         'it begins and ends where it does'],
  ['still so',     [span(1500)],                   '0.5+0.5',         'what has no end goes on'],
  ['before',       [span(100, 900)],               '',                'what was over is not drawn'],
  ['after',        [span(2100, 2200)],             '',                'what has not begun is not drawn'],
  ['across',       [span(0, 3000)],                '0+1',             'it is cut to what is seen'],
  ['one by one',   [span(0, 1500), span(1500)],    '0+0.5 0.5+0.5',   'one ends where the next begins'],
  ['a moment',     [span(1500, 1500)],             '0.5+0',           'a moment has a place'],
]

describe('the lanes of a timeline', () => {
  for (const [name, spans, says, because] of cases) {
    it(`${name}: ${says || 'nothing'}, because ${because}`, () => {
      const drawn = drawLane({ address: 'Ready', spans }, { from: 1000, to: 2000 })
      assert.equal(drawn.map(({ left, width }) => `${left}+${width}`).join(' '), says)
    })
  }
})

describe('zooming', () => {
  const whole = { from: 0, to: 100_000 }
  type ZoomCase = [name: string, got: unknown, says: unknown, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const zooms: readonly ZoomCase[] = [
    ['nearer',          zoom(whole, whole, { factor: 0.5, around: 50_000 }),                        { from: 25_000, to: 75_000 },  'the middle stays'],
    ['at the pointer',  zoom(whole, whole, { factor: 0.5, around: 0 }),                             { from: 0, to: 50_000 },       'what is pointed at stays where it is'],
    ['farther',         zoom({ from: 0, to: 80_000 }, whole, { factor: 2, around: 40_000 }),        { from: 0, to: 100_000 },      'there is no more than all'],
    ['no nearer',       zoom({ from: 0, to: 1500 }, whole, { factor: 0.1, around: 0 }),             { from: 0, to: 1000 },         'a second is near enough'],
    ['later',           pan({ from: 0, to: 10_000 }, whole, 0.5),                                   { from: 5000, to: 15_000 },    'half of what is seen'],
    ['not before all',  pan({ from: 2000, to: 12_000 }, whole, -0.5),                               { from: 0, to: 10_000 },       'the length stays'],
    ['not after all',   pan({ from: 88_000, to: 98_000 }, whole, 0.5),                              { from: 90_000, to: 100_000 }, 'the length stays'],
  ]
  for (const [name, got, says, because] of zooms) {
    it(`${name}, because ${because}`, () => assert.deepEqual(got, says))
  }
})

describe('what is written under a timeline', () => {
  it('is round, within and not too much', () => {
    assert.deepEqual(ticks({ from: 61_000, to: 181_000 }, 4), [90_000, 120_000, 150_000, 180_000])
    const hour = 3_600_000
    assert.deepEqual(ticks({ from: 0, to: 24 * hour }, 3, 2 * hour), [10 * hour, 22 * hour])
  })
})

describe('the course of a counter', () => {
  const box = { range: { from: 0, to: 100 }, width: 100, height: 10, most: 5 }
  const have = (point: { have: number }): number => point.have
  it('goes in steps', () => {
    const points = [
      { at: 0, have: 0 },
      { at: 50, have: 5 },
    ]
    assert.equal(stepPath({ name: 'ready', points }, have, box), 'M0.0 10.0H50.0V0.0H100.0')
  })
  it('is broken where nothing is known', () => {
    const points = [
      { at: 0, have: 1, want: 5 },
      { at: 20, have: 1 },
      { at: 60, have: 1, want: 5 },
    ]
    assert.equal(
      stepPath({ name: 'ready', points }, ({ want }) => want, box),
      'M0.0 0.0H20.0M60.0 0.0H100.0',
    )
  })
})
