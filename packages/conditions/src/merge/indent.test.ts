import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indent } from './indent.ts'

type Case = [message: string, indented: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['plain',            ' plain',                       'one line goes behind the colon'],
  ['',                 ' ',                            'nothing is one line too'],
  ['* a',              '\n  * a',                      'a list goes below'],
  ['* a\n* b',         '\n  * a\n  * b',               'and keeps its shape'],
  ['* a\n  * b',       '\n  * a\n    * b',             'with its levels'],
  ['a\nb',             '\n  * a\n  * b',               'lines become bullets'],
  ['a\n* b',           '\n  * a\n    * b',             'and bullets below them move in'],
  ['* a\nAnd 2 more',  '\n    * a\n  * And 2 more',    'even when the line comes after'],
  ['a\n',              '\n  * a\n  * ',                'an empty last line is a line'],
  ['* a\n',            '\n    * a\n  * ',              'which is no bullet'],
  ['\n* a',            '\n  * \n    * a',              'so is an empty first one'],
  ['2 * 3',            '\n  2 * 3',                    'an asterisk before a blank counts wherever it stands'],
  ['*bold* text',      '\n  *bold* text',              'also at the end of a word'],
  ['*bold*',           ' *bold*',                      'without a blank it is no bullet'],
  ['x *',              ' x *',                         'nor with nothing behind it'],
  ['*\tx',             '\n  *\tx',                     'a tab is a blank'],
  ['*\fx',             '\n  *\fx',                     'so is a form feed'],
  ['*\rx',             '\n  *\rx',                     'and a carriage return'],
  ['a *\r\nb',         '\n    a *\r\n  * b',           'which stays where lines end in two characters'],
  ['*\vx',             ' *\vx',                        'a vertical tab is none'],
  ['*\u00a0x',         ' *\u00a0x',                    'nor is a no-break space'],
  ['*\u2028x',         ' *\u2028x',                    'nor any other blank of Unicode'],
  ['* a\r* b',         '\n  * a\r* b',                 'lines end in a line feed only'],
  ['*\nx',             '\n  * *\n  * x',               'a line feed makes the message a list, but none of these lines is a bullet'],
  ['  a\n  b',         '\n  *   a\n  *   b',           'blanks at the start of a line stay'],
]

describe('a message behind a colon', () => {
  for (const [message, indented, because] of cases) {
    it(`${JSON.stringify(message)} becomes ${JSON.stringify(indented)}, because ${because}`, () => {
      assert.equal(indent(message), indented)
    })
  }
})
