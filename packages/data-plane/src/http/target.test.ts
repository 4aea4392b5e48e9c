import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseTarget } from './target.ts'

type Case = [target: string, host: string, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['/a?b=c',                    'Shop.Test:8080', 'shop.test|Shop.Test:8080|/a|?b=c', 'the port and the case of a name say nothing, and are passed on'],
  ['/a',                        'shop.test.',     'shop.test|shop.test.|/a|',         'a dot at the end names the same host'],
  ['/a',                        '[::1]:80',       '[::1]|[::1]:80|/a|',               'an address of version 6 has colons of its own'],
  ['/a',                        '',               '||/a|',                            'HTTP/1.0 need not name a host'],
  ['//a/../b%2e',               'a.test',         'a.test|a.test|//a/../b%2e|',       'a path is left as it came'],
  ['/a?x?y',                    'a.test',         'a.test|a.test|/a|?x?y',            'only the first question mark counts'],
  ['*',                         'a.test',         'a.test|a.test|*|',                 'OPTIONS may ask about the server as a whole'],
  ['http://b.test/x?y',         'a.test',         'b.test|b.test|/x|?y',              'a target that names a host outranks the header'],
  ['HTTP://b.test',             'a.test',         'b.test|b.test|/|',                 'a target without a path means the root'],
  ['http://b.test?y',           'a.test',         'b.test|b.test|/|?y',               'a query may follow a host at once'],
  ['http://u:p@b.test/',        'a.test',         'refused',                          'credentials in a target hide where it leads'],
  ['http:///x',                 'a.test',         'refused',                          'an absolute target names a host'],
  ['ftp://b.test/x',            'a.test',         'refused',                          'we speak HTTP'],
  ['b.test:443',                'a.test',         'refused',                          'that is what CONNECT says'],
  ['a',                         'a.test',         'refused',                          'a path begins with a slash'],
  ['',                          'a.test',         'refused',                          'there is always a target'],
  ['/a b',                      'a.test',         'refused',                          'a space would end the target in the next request line'],
  ['/a\r\nX: y',                'a.test',         'refused',                          'a line end would begin a header'],
  ['/a#b',                      'a.test',         'refused',                          'some read up to the mark and some beyond it'],
  ['/a\x7f',                    'a.test',         'refused',                          'a control character is no part of a path'],
  ['/a',                        'a.test, b.test', 'refused',                          'two hosts are none'],
  ['/a',                        'a@b.test',       'refused',                          'a host has no credentials'],
  ['/a',                        'a.test:99999',   'refused',                          'there is no such port'],
  ['/a',                        'bücher.test',    'refused',                          'names travel in ASCII'],
  ['/a',                        '*.test',         'refused',                          'a wildcard is nobody'],
  ['/a',                        '.',              'refused',                          'nothing is left of it'],
  ['/a',                        `${'a.'.repeat(140)}test`, 'refused',                 'no name is that long'],
]

describe('The target of a request', () => {
  for (const [target, host, says, because] of cases) {
    it(`${JSON.stringify(target)} at ${JSON.stringify(host.slice(0, 20))}: ${says}, because ${because}`, () => {
      const found = parseTarget(target, host)
      const told = found && [found.host, found.authority, found.path, found.search].join('|')
      assert.equal(told ?? 'refused', says)
    })
  }
})
