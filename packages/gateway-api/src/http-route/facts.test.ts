import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Abilities, everyAbility } from '../abilities.ts'
import { httpRuleFaults } from './facts.ts'
import { readHttpRules } from './observe.ts'

const few: Abilities = {
  ...everyAbility,
  filters: { ...everyAbility.filters, HTTPRoute: ['URLRewrite'] },
  retry: { codes: [503], backoff: false, withinRequestTimeout: false },
}
const mirror = { type: 'RequestMirror', requestMirror: { backendRef: { name: 'copy', port: 80 } } }

type Case = readonly [name: string, rule: object, says: readonly string[], because: string]
// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['nothing special',        {},                                                                  [],                                                                'every data plane can do it'],
  ['a mirror',               { filters: [mirror] },                                               ['The filter "RequestMirror" is not supported'],                   'it is not among the filters'],
  ['a mirror of a backend',  { backendRefs: [{ name: 'a', port: 80, filters: [mirror] }] },       ['The filter "RequestMirror" is not supported'],                   'backends have filters too'],
  ['retries',                { retry: { attempts: 2, codes: [503] } },                            [],                                                                'the code is among those'],
  ['another code',           { retry: { codes: [503, 418] } },                                    ['Retrying after the code 418 is not supported'],                  'only some can be looked at'],
  ['a backoff',              { retry: { backoff: '1s' } },                                        ['The backoff of retries "1s" is not supported'],                  'the time between tries is fixed'],
  ['retries within a time',  { retry: { attempts: 2 }, timeouts: { request: '1s' } },             ['Retrying within the request timeout "1s" is not supported'],     'every try has that time'],
  ['a time of one try',      { retry: { attempts: 2 }, timeouts: { backendRequest: '1s' } },      [],                                                                'that is what is measured'],
]

describe('a rule of an HTTPRoute, for a data plane that can do little', () => {
  for (const [name, given, says, because] of cases)
    it(`${name}: ${says.join(', ') || 'usable'}, because ${because}`, () => {
      const [rule] = readHttpRules({ rules: [given] }, 'shop')
      assert.ok(rule)
      const messages = (abilities: Abilities) => httpRuleFaults(rule, abilities).map(({ message }) => message)
      assert.deepEqual(messages(few), says)
      assert.deepEqual(messages(everyAbility), [])
    })
})
