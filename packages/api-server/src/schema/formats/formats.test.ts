import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { enforcedFormat, hasFormat } from './formats.ts'

type Case = [format: string, accepted: readonly string[], refused: readonly string[]]

// What kube-apiserver 1.36.3 accepts and refuses.
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['bsonobjectid',   ['507f1f77bcf86cd799439011'],                               ['', '507f1f77bcf86cd79943901z']],
  ['uri',            ['http://a.b/c?d', '/x', '//a', 'http:', 'mailto:x', '*'],  ['', 'x', 'http://a b', 'http://[::1', 'http://x:ab/', '/%zz']],
  ['email',          ['a@b', 'Ann <a@b>', 'a@b (x)', '"a b"@c', 'é@x.y'],        ['', 'x', 'a@', 'a b@c', 'a.@b', 'a@b, c@d']],
  ['hostname',       ['a.b-c.de', 'x', '1.2.3.4'.slice(0, 1), 'ü'],              ['', '-a.b', 'a_b', 'a'.repeat(64)]],
  ['ipv4',           ['1.2.3.4', '01.02.03.04'],                                 ['', '1.2.3.256', '::1']],
  ['ipv6',           ['::1', '::ffff:1.2.3.4'],                                  ['', '1.2.3.4', 'fe80::1%eth0', '1::2::3']],
  ['cidr',           ['10.0.0.0/8', '2001:db8::/32'],                            ['', '10.0.0.1/33', '1.2.3.4']],
  ['mac',            ['01:23:45:67:89:ab', '0123.4567.89ab', '01-23-45-67-89-ab-cd-ef', '0123456789ab'], ['', '01:23-45:67:89:ab', '01:23']],
  ['uuid',           ['6BA7B810-9dad-11d1-80b4-00c04fd430c8', '6ba7b8109dad31d180b400c04fd430c8'], ['', 'x']],
  ['uuid3',          ['6ba7b810-9dad-31d1-80b4-00c04fd430c8'],                   ['6ba7b810-9dad-41d1-90b4-00c04fd430c8']],
  ['uuid4',          ['6ba7b810-9dad-41d1-90b4-00c04fd430c8'],                   ['6ba7b810-9dad-41d1-70b4-00c04fd430c8']],
  ['uuid5',          ['6ba7b810-9dad-51d1-a0b4-00c04fd430c8'],                   ['6ba7b810-9dad-41d1-a0b4-00c04fd430c8']],
  ['isbn',           ['0321751043', '978-0321751041'],                           ['', '0321751044']],
  ['isbn10',         ['0321751043'],                                             ['978-0321751041']],
  ['isbn13',         ['978-0321751041'],                                         ['0321751043']],
  ['creditcard',     ['4111 1111 1111 1111'],                                    ['', '4111111111111112']],
  ['ssn',            ['111-22-3333'],                                            ['', '111223333']],
  ['hexcolor',       ['#fff', 'ffffff'],                                         ['', 'fffffg']],
  ['rgbcolor',       ['rgb(1, 2,255)'],                                          ['', 'rgb(1,2,256)']],
  ['byte',           ['YWJj', 'YWI='],                                           ['', 'YW']],
  ['password',       ['', 'anything'],                                           []],
  ['date',           ['2024-02-29'],                                             ['', '2024-02-30', '2024-2-1']],
  ['date-time',      ['2024-01-02T03:04:05Z', '2024-01-02t03:04:05.678+01:00'],  ['', '2024-13-02T03:04:05Z', '2024-01-02', '2024-01-02T24:04:05Z']],
  ['duration',       ['1h30m', '5 minutes', '1d', '1.5h', '-1s', '0'],           ['', 'x', '5']],
  ['k8s-short-name', ['a-b', 'a'.repeat(63)],                                    ['', 'Abc', 'a.b', 'a'.repeat(64)]],
  ['k8s-long-name',  ['a-b', 'a.b'],                                             ['', 'Abc', 'a..b']],
]

describe('formats of strings', () => {
  for (const [format, accepted, refused] of cases) {
    it(`${format} accepts ${accepted.join(' ') || 'nothing'} and refuses ${refused.join(' ') || 'nothing'}`, () => {
      for (const text of accepted) assert.equal(hasFormat(text, format), true, text)
      for (const text of refused) assert.equal(hasFormat(text, format), false, text)
    })
  }

  it('are enforced only where they are known for the type', () => {
    assert.equal(enforcedFormat(['string'], 'date-time'), 'date-time')
    assert.equal(enforcedFormat(['string'], 'colour'), '')
    assert.equal(enforcedFormat(['integer'], 'int32'), 'int32')
    assert.equal(enforcedFormat(['integer'], 'date'), '')
    assert.equal(enforcedFormat(['integer', 'string'], 'int32'), '')
  })
})
