import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { severalText } from './column.ts'

describe('a column over several values', () => {
  type Case = readonly [values: readonly string[], joined: string, summed: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    [[],                         '',                   'Unknown', 'nobody has said anything'],
    [['True'],                   'True',               'True',    'one speaks for all'],
    [['True', 'True'],           'True,True',          'True',    'they agree'],
    [['False', 'False'],         'False,False',        'False',   'they agree'],
    [['True', 'False'],          'True,False',         'Partial', 'some are good'],
    [['Unknown', 'True'],        'Unknown,True',       'Partial', 'some are not known'],
  ]
  for (const [values, joined, summed, because] of cases) {
    it(`${joined || 'none'}: ${summed}, because ${because}`, () => {
      assert.equal(severalText(values, 'joined'), joined)
      assert.equal(severalText(values, 'summed'), summed)
    })
  }
})
