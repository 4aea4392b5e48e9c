import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDriven, parseHaproxyVersion } from './abilities.ts'

type Case = readonly [name: string, printed: string, driven: boolean | undefined, because: string]
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['Debian 12',      'HAProxy version 2.6.12-1+deb12u4 2026/10/17 - https://haproxy.org/\nStatus: …', true,      'it is the oldest that is driven'],
  ['a newer one',    'HAProxy version 3.0.5 2025/01/01',                                              true,      'what 2.6 can do, it can do as well'],
  ['an older one',   'HA-Proxy version 2.2.9-2 2021/05/01',                                           false,     'it has no names without ports'],
  ['something else', 'nginx version: nginx/1.22.1',                                                   undefined, 'it is another program'],
]

describe('the version of HAProxy', () => {
  for (const [name, printed, driven, because] of cases)
    it(`${name}: because ${because}`, () => {
      const version = parseHaproxyVersion(printed)
      assert.equal(version && isDriven(version), driven)
    })
})
