import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { conditionWriters } from './writers.ts'

const writtenBy = (managedFields: unknown): KubeObject => {
  const metadata = { name: 'a', managedFields }
  return { apiVersion: 'g/v1', kind: 'Thing', metadata }
}
const entry = (conditions: object) => ({
  manager: 'm',
  time: 't',
  fieldsV1: { 'f:status': { 'f:conditions': conditions } },
})

type Case = [name: string, managedFields: unknown, says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['one condition',        [entry({ 'k:{"type":"Ready"}': {} })],                  'm t Ready',      'the key names its type'],
  ['the list itself',      [entry({ '.': {}, 'k:{"type":"Ready"}': {} })],         'm t Ready',      'a dot is the list, not a condition'],
  ['a list without keys',  [entry({})],                                            'm t ',           'one writer has all of it'],
  ['a quote in a type',    [entry({ 'k:{"type":"a\\"b"}': {} })],                  'm t a"b',        'a key is JSON'],
  ['two keys',             [entry({ 'k:{"type":"a","status":"b"}': {} })],         'm t a',          'other keys stand beside the type'],
  ['a type that is none',  [entry({ 'k:{"type":5}': {}, 'k:{': {} })],             'm t ',           'what is no text is no type'],
  ['other fields',         [{ manager: 'm', fieldsV1: { 'f:spec': {} } }],         '',               'nothing is said about conditions'],
  ['no list',              'nobody',                                               '',               'whatever that is, nobody is named'],
]

describe('Writers of conditions', () => {
  for (const [name, managedFields, says, because] of cases) {
    it(`${name}: ${JSON.stringify(says)}, because ${because}`, () => {
      const writers = conditionWriters(writtenBy(managedFields))
      const told = writers.map(({ manager, time, types }) => `${manager} ${time} ${types.join()}`)
      assert.equal(told.join('; '), says)
    })
  }
})
