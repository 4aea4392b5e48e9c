import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Condition, decide } from '@sitrep/conditions'
import { describeTable, type TableCase } from '@sitrep/conditions/testing'
import { found, missing, unreadable } from '@sitrep/status'
import { available, creating, reconcileError, reconcileSuccess } from '../managed/layout.ts'
import type { PartsFacts } from './facts.ts'
import { readyByParts } from './rules.ts'
import type { Part } from './types.ts'

const part = (name: string, reading: Part['reading']): Part => ({
  ref: { group: 'sql.example.org', kind: 'Database', name: `orders-${name}` },
  reading,
})
const saying = (name: string, ...conditions: readonly Condition[]): Part =>
  part(name, found({ name, conditions }))
const [up, down] = [
  saying('db', available(), reconcileSuccess()),
  saying('backup', creating(), reconcileError('denied')),
]
const steady: PartsFacts = { paused: false, deleted: false, conditions: [reconcileSuccess()], parts: [up] }

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly TableCase<PartsFacts>[] = [
  ['all ready',         {},                                                     'True Available', 'every part says so'],
  ['one not ready',     { parts: [up, down] },                                  'False Creating', 'it is named',                                 'Unready resources: backup'],
  ['one missing',       { parts: [up, part('gone', missing)] },                 'False Creating', 'what is not there is not ready',              'Unready resources: orders-gone'],
  ['one unreadable',    { parts: [up, part('db', unreadable('forbidden'))] },   'keep',           'could not look is not missing'],
  ['unready and unread', { parts: [down, part('db', unreadable('no'))] },       'False Creating', 'one that is not ready is enough',             'Unready resources: backup'],
  ['one silent',        { parts: [up, saying('config')] },                      'keep',           'a ConfigMap has no Ready, and a function may count it'],
  ['nothing yet',       { parts: [] },                                          'keep',           'nobody knows what it will be made of'],
  ['paused',            { paused: true, parts: [down] },                        'keep',           'nobody would say it'],
  ['deleted',           { deleted: true },                                      'False Deleting', 'it goes, whatever its parts say'],
  ['its pass fails',    { conditions: [reconcileError('no function')], parts: [down] }, 'keep',   'Ready is not known to change'],
]

describeTable('a composite of others', { rules: readyByParts, steady }, cases)

const sources = (given: Partial<PartsFacts>): readonly string[] =>
  decide(readyByParts, { ...steady, ...given }).sources.map(
    ({ ref, condition }) => `${ref?.name ?? 'its own'} ${condition}`,
  )

describe('what Ready of a composite rests on', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const rests: [name: string, given: Partial<PartsFacts>, on: readonly string[], because: string][] = [
    ['all is well',         {},                                                     ['orders-db Ready'],                            'there is nothing else'],
    ['one is not ready',    { parts: [up, down] },                                  ['orders-backup Ready', 'orders-backup Synced'], 'what is well caused nothing'],
    ['ready, not in sync',  { parts: [saying('db', available(), reconcileError('no')), up] }, ['orders-db Synced'],                 'an update that fails leaves Ready in the released language'],
    ['its own pass failed', { conditions: [reconcileError('no')], parts: [down] },  ['its own Synced', 'orders-backup Ready', 'orders-backup Synced'], 'either may be the cause'],
  ]
  for (const [name, given, on, because] of rests)
    it(`${name}: ${on.join(', ')}, because ${because}`, () => assert.deepEqual(sources(given), on))
})
