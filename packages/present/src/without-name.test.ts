import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutName } from './without-name.ts'

type Case = [text: string, name: string, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Machine web-1 is gone',         'web-1', 'Machine  is gone',          'its name is taken out'],
  ['Pod default/guard-web-1: held', 'web-1', 'Pod default/guard-: held',  'a name made from its own differs only by that'],
  ['web-1-etcd is down',            'web-1', '-etcd is down',             'the same with something behind it'],
  ['Machine web-12 is gone',        'web-1', 'Machine web-12 is gone',    'that is another one'],
  ['a website',                     'web',   'a website',                 'a part of a word is no name'],
  ['a.b is gone, axb is there',     'a.b',   ' is gone, axb is there',    'dots stand for themselves'],
  ['nothing to take',               '',      'nothing to take',           'it has no name'],
]

describe('A text without a name', () => {
  for (const [text, name, says, because] of cases)
    it(`${text}, ${name || 'no name'}, because ${because}`, () => assert.equal(withoutName(text, name), says))
})
