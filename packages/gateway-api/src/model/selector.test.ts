import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { picks } from './selector.ts'

const labels = { team: 'shop', env: 'prod' }
const expression = (key: string, operator: string, ...values: readonly string[]) => ({
  matchExpressions: [{ key, operator, values }],
})

describe('a label selector', () => {
  type Case = readonly [name: string, selector: unknown, picked: boolean, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['none',                undefined,                                             false, 'nothing was asked for'],
    ['empty',               {},                                                    true,  'everything was asked for'],
    ['a label',             { matchLabels: { team: 'shop' } },                     true,  'it is there'],
    ['another value',       { matchLabels: { team: 'apps' } },                     false, 'the value differs'],
    ['two labels',          { matchLabels: { team: 'shop', env: 'test' } },        false, 'all of them must hold'],
    ['In',                  expression('team', 'In', 'apps', 'shop'),              true,  'it is one of them'],
    ['In, missing',         expression('owner', 'In', 'x'),                        false, 'a missing label is none of them'],
    ['NotIn',               expression('team', 'NotIn', 'shop'),                   false, 'it is one of them'],
    ['NotIn, missing',      expression('owner', 'NotIn', 'x'),                     true,  'a missing label is none of them'],
    ['Exists',              expression('env', 'Exists'),                           true,  'it is there'],
    ['DoesNotExist',        expression('env', 'DoesNotExist'),                     false, 'it is there'],
    ['an inherited name',   expression('constructor', 'Exists'),                   false, 'only labels count'],
    ['an unknown operator', expression('env', 'Like', 'p*'),                       false, 'what is not understood picks nothing'],
  ]
  for (const [name, selector, picked, because] of cases)
    it(`${name}: ${picked}, because ${because}`, () => assert.equal(picks(selector, labels), picked))
})
