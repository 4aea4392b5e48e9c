import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keysIn } from './ink-screen.ts'

type Case = [input: string, pressed: Parameters<typeof keysIn>[1], keys: readonly string[], because: string]
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['j',      {},                  ['j'],             'a letter is itself'],
  ['G',      { shift: true },     ['G'],             'a capital is another letter'],
  ['jjk',    {},                  ['j', 'j', 'k'],   'what is typed fast comes in one piece'],
  ['ab\r',   {},                  ['a', 'b', 'enter'], 'and so may the end of a line'],
  ['',       { upArrow: true },   ['up'],            'keys without letters have names'],
  ['',       { return: true },    ['enter'],         'so has the end of a line'],
  ['',       { delete: true },    ['backspace'],     'terminals disagree about this key'],
  ['c',      { ctrl: true },      ['ctrl+c'],        'Ctrl makes another key of a letter'],
  ['x',      { meta: true },      [],                'nothing is bound to Alt'],
  ['\u0007', {},                  [],                'controls type nothing'],
  ['é日',    {},                  ['é', '日'],       'letters are not only those of English'],
]

describe('What a terminal sends', () => {
  for (const [input, pressed, keys, because] of cases) {
    it(`${JSON.stringify(input)} ${Object.keys(pressed).join()}: ${keys.join(' ')}, because ${because}`, () => {
      assert.deepEqual(
        keysIn(input, pressed).map(({ name }) => name),
        keys,
      )
    })
  }
})
