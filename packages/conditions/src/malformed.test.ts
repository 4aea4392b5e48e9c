import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { aggregate } from './aggregate.ts'
import { setStatusCondition } from './apimachinery.ts'
import type { Condition } from './condition.ts'
import { stated } from './decision.ts'
import { ConditionsError, type ConditionsErrorCode } from './errors.ts'
import { applyConditions, diffConditions } from './patch/conditions.ts'
import { deleteCondition, setCondition, setConditions } from './set.ts'
import { setSeverityCondition } from './severity/set.ts'
import { many, one, told } from './short.testing.ts'
import { summarize } from './summarize.ts'

const now = '2024-06-01T12:00:00Z'
const good = one('A=True R')
const bad = (value: unknown): never => value as never

type Case = [name: string, run: () => unknown, code: ConditionsErrorCode]

// biome-ignore format: the table is the specification; its columns stay aligned
const refused: Case[] = [
  ['set into an object',                () => setCondition(bad({ 0: good }), good, { now }),                       'list-expected'],
  ['set into a text',                   () => setCondition(bad('A=True'), good, { now }),                          'list-expected'],
  ['set into a list with a hole',       () => setCondition(bad([undefined]), good, { now }),                       'condition-malformed'],
  ['set into a list of texts',          () => setCondition(bad(['A']), good, { now }),                             'condition-malformed'],
  ['set nothing',                       () => setCondition([], bad(undefined), { now }),                           'type-missing'],
  ['set without a type',                () => setCondition([], bad({ status: 'True' }), { now }),                  'type-missing'],
  ['set with an empty type',            () => setCondition([], one('=True R'), { now }),                           'type-missing'],
  ['set with a number for a type',      () => setCondition([], bad({ ...good, type: 3 }), { now }),                'type-missing'],
  ['set without a status',              () => setCondition([], one('A= R'), { now }),                              'status-unknown'],
  ['set with a strange status',         () => setCondition([], one('A=Maybe R'), { now }),                         'status-unknown'],
  ['set with a boolean for a status',   () => setCondition([], bad({ ...good, status: true }), { now }),           'status-unknown'],
  ['set with a number for a message',   () => setCondition([], bad({ ...good, message: 3 }), { now }),             'condition-malformed'],
  ['set with a list for a reason',      () => setCondition([], bad({ ...good, reason: [] }), { now }),             'condition-malformed'],
  ['set with a time that is none',      () => setCondition([], { ...good, lastTransitionTime: 'soon' }, { now }),  'time-malformed'],
  ['set at a time that is none',        () => setCondition([], good, { now: 'today' }),                            'time-malformed'],
  ['decided with a strange status',     () => setConditions([], [stated(one('A=Maybe R'))], { now }),              'status-unknown'],
  ['removed from a text',               () => deleteCondition(bad('A'), 'A'),                                      'list-expected'],
  ['summarized from a list of numbers', () => summarize(bad([3]), { type: 'S', types: ['A'] }),                    'condition-malformed'],
  ['summarized from an odd object',     () => summarize(bad({ conditions: {} }), { type: 'S', types: ['A'] }),     'list-expected'],
  ['difference of a text',              () => diffConditions(bad('A'), []),                                        'list-expected'],
  ['difference to a list with null',    () => diffConditions([], bad([null])),                                     'condition-malformed'],
  ['applied to an object',              () => applyConditions(diffConditions([], [good]), bad({}), { now }),       'list-expected'],
  ["apimachinery's set into a text",    () => setStatusCondition(bad('A'), good, now),                             'list-expected'],
  ['severity set into a text',          () => setSeverityCondition(bad('A'), { type: 'A', status: 'True' }, { now }), 'list-expected'],
]

describe('what is malformed', () => {
  for (const [name, run, code] of refused) {
    it(`${name}: ${code}`, () => {
      assert.throws(run, (error) => error instanceof ConditionsError && error.code === code)
    })
  }
})

type Tolerated = [name: string, run: () => readonly Condition[], says: string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const tolerated: Tolerated[] = [
  ['no reason and no message',        () => setCondition([], bad({ type: 'A', status: 'True' }), { now }),            ['A=True NoReasonReported'], 'what is absent is empty, and a reason is put in'],
  ['null for a list',                 () => setCondition(null, good, { now }),                                        ['A=True R'],                'it is a list that is not there'],
  ['a strange status that is there',  () => setCondition(many('B=Maybe R'), good, { now }),                           ['B=Maybe R', 'A=True R'],   'what another wrote is not ours to judge'],
  ['a strange status, replaced',      () => setCondition(many('A=Maybe R'), good, { now }),                           ['A=True R'],                'any status can be left'],
  ['no type, that is there',          () => setCondition(many('=True R'), good, { now }),                             ['=True R', 'A=True R'],     'what another wrote is not ours to judge'],
  ['a strange status in a patch',     () => applyConditions(diffConditions([], many('A=Maybe')), [], { now }),        ['A=Maybe'],                 'a patch carries what it was given'],
  ['objects without conditions',      () => [aggregate([{ kind: 'Foo', name: 'a' }, bad({ kind: 'Foo', name: 'b', conditions: 'none' })], 'A').condition],
                                                                                                                      ['A=Unknown UnknownReported: * Foos a, b: Condition A not yet reported'], 'what is no list holds no condition'],
  ['objects without a name',          () => [aggregate([bad({ labels: null, kind: 'Machine', conditions: many('A=False R: x') })], 'A').condition],
                                                                                                                      ['A=False IssuesReported: * Machine : x'], 'an empty name is shown as one'],
]

describe('what is strange but can be lived with', () => {
  for (const [name, run, says, because] of tolerated) {
    it(`${name}: ${says.join(', ')}, because ${because}`, () => assert.deepEqual(run().map(told), says))
  }
})
