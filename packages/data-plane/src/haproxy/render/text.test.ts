import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { format, isHostname, isPath, literal, socketAddress, word } from './text.ts'

type Case = readonly [name: string, got: unknown, wanted: unknown, because: string]
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['a plain word',           word('abc'),                            `'abc'`,                'it stands in strong quotes'],
  ['nothing',                word(''),                               `''`,                   'an empty word is a word'],
  ['what ends a word',       word('a b#c"d\\e$f'),                   `'a b#c"d\\e$f'`,       'strong quotes keep all of it'],
  ['a quote',                word(`it's`),                           `'it'\\''s'`,           'only the quote itself ends the quotes'],
  ['a line end',             word('a\nb'),                           `'a'\\x0a'b'`,          'it stays on its line'],
  ['a zero byte',            word('a\0b'),                           `'a'\\x01'b'`,          'it would end the word'],
  ['a format',               format('50%'),                          `'50%%'`,               'a percent sign begins an expression'],
  ['a format with line end', format('a\r\nb: c'),                    `'a  b: c'`,            'it would begin another header'],
  ['a literal',              literal('/a.b'),                        '/a\\x2eb',             'a dot means every character'],
  ['a literal beyond ASCII', literal('ü'),                           '\\xc3\\xbc',           'bytes are compared'],
  ['a wildcard',             isHostname('*.a.test'),                 true,                   'it may stand in front'],
  ['a name with a space',    isHostname('a b'),                      false,                  'it would end a line of a map'],
  ['a path with a space',    isPath('/a b'),                         false,                  'no request line has it'],
  ['an IPv6 address',        socketAddress('::1', 80),               '[::1]:80',             'its colons are not that of the port'],
  ['a hostname',             socketAddress('a.test', 80),            undefined,              'endpoints are addresses'],
  ['port 0',                 socketAddress('127.0.0.1', 0),          undefined,              'nobody listens there'],
]

describe('texts of a configuration', () => {
  for (const [name, got, wanted, because] of cases)
    it(`${name}, because ${because}`, () => assert.deepEqual(got, wanted))
})
