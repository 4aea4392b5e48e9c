import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scrollToSee, windowOf } from './window.ts'

type Case = [
  name: string,
  shape: readonly [items: number, columns: number],
  scrolled: number,
  says: string,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['nothing',        [0, 1],    0,      '0-0 above 0 below 0',           'an empty list draws nothing'],
  ['a few',          [5, 1],    0,      '0-5 above 0 below 0',           'what fits is drawn'],
  ['the top',        [2000, 1], 0,      '0-22 above 0 below 79120',      'ten are seen, twelve are spare'],
  ['a little down',  [2000, 1], 159,    '0-22 above 0 below 79120',      'small steps draw nothing'],
  ['the middle',     [2000, 1], 40_000, '992-1022 above 39680 below 39120', 'spare lines above too'],
  ['the end',        [2000, 1], 79_600, '1980-2000 above 79200 below 0', 'nothing is behind the end'],
  ['beyond the end', [2000, 1], 99_999, '1986-2000 above 79440 below 0', 'a list that became shorter is still seen'],
  ['above it',       [2000, 1], -500,   '0-22 above 0 below 79120',      'some browsers scroll past the top'],
  ['three a line',   [100, 3],  0,      '0-66 above 0 below 480',        'lines are counted, not items'],
]

describe('the part of a list that is drawn', () => {
  for (const [name, [items, columns], scrolled, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const { first, end, above, below } = windowOf({ items, columns, lineHeight: 40 }, scrolled, 400)
      assert.equal(`${first}-${end} above ${above} below ${below}`, says)
    })
  }

  it('always covers what is seen and adds up to the whole', () => {
    const shape = { items: 777, columns: 4, lineHeight: 50 }
    for (let scrolled = 0; scrolled < 9800; scrolled += 7) {
      const { first, end, above, below } = windowOf(shape, scrolled, 333)
      const drawn = Math.ceil((end - first) / 4) * 50
      assert.equal(above + drawn + below, Math.ceil(777 / 4) * 50)
      assert.ok(above <= scrolled && above + drawn >= Math.min(scrolled + 333, 9750))
    }
  })
})

describe('scrolling to an item', () => {
  const shape = { items: 100, columns: 1, lineHeight: 40 }
  it('goes up, down or nowhere', () => {
    const view = { scrolled: 400, seen: 200 }
    assert.equal(scrollToSee(shape, 12, view), undefined)
    assert.equal(scrollToSee(shape, 3, view), 120)
    assert.equal(scrollToSee(shape, 20, view), 640)
  })
})
