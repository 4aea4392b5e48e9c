import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '../condition.ts'
import { ConditionsError, type ConditionsErrorCode } from '../errors.ts'
import type { ConditionOrder } from '../order.ts'
import { byType, frozen, many, one, told, typesOf } from '../short.testing.ts'
import { applyConditions, type ConditionPatch, diffConditions } from './conditions.ts'

const now = '2024-06-01T12:00:00Z'
const t1 = '2024-01-01T00:00:00Z'
const t2 = '2024-01-02T00:00:00Z'

const at = (time: string, ...texts: readonly string[]): readonly Condition[] =>
  texts.map((text) => one(text, { lastTransitionTime: time }))

const named = (patch: ConditionPatch): string =>
  patch.map((step) => `${step.op}:${(step.op === 'Remove' ? step.before : step.after).type}`).join(' ')

describe('the difference of two lists', () => {
  type Case = [
    name: string,
    before: readonly Condition[],
    after: readonly Condition[],
    patch: string,
    because: string,
  ]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['nothing',           [],                         [],                                '',                     'there is none'],
    ['the same',          at(t1, 'A=True R'),         at(t1, 'A=True R'),                '',                     'there is none'],
    ['another order',     at(t1, 'A=True', 'B=True'), at(t1, 'B=True', 'A=True'),        '',                     'order is no difference'],
    ['added',             [],                         at(t1, 'A=True'),                  'Add:A',                'it was not there'],
    ['removed',           at(t1, 'A=True'),           [],                                'Remove:A',             'it is gone'],
    ['other status',      at(t1, 'A=True'),           at(t1, 'A=False'),                 'Change:A',             'it says something else'],
    ['other reason',      at(t1, 'A=True R'),         at(t1, 'A=True S'),                'Change:A',             'it says something else'],
    ['other time',        at(t1, 'A=True'),           at(t2, 'A=True'),                  'Change:A',             'since when is part of it'],
    ['other generation',  [one('A=True')],            [one('A=True', { observedGeneration: 1 })], 'Change:A',    'so is the generation'],
    ['other zone',        at(t1, 'A=True'),           at('2024-01-01T01:00:00+01:00', 'A=True'), '',             'it is the same instant'],
    ['all at once',       at(t1, 'Z=True', 'C=True', 'A=True'), at(t1, 'N=True', 'C=False', 'M=True'), 'Add:N Change:C Add:M Remove:Z Remove:A', 'first what is there, then what is gone, each in its order'],
    ['there twice',       at(t1, 'A=True', 'A=False'), at(t1, 'A=True'),                 '',                     'the first of a type counts'],
    ['twice afterwards',  at(t1, 'A=True'),           at(t1, 'A=True', 'A=False'),       'Change:A',             'each is compared with the first before'],
    ['gone twice',        at(t1, 'A=True', 'A=False'), [],                               'Remove:A Remove:A',    'each is gone'],
  ]

  for (const [name, before, after, patch, because] of cases) {
    it(`${name}: ${patch || 'nothing'}, because ${because}`, () => {
      assert.equal(named(diffConditions(frozen(before), frozen(after))), patch)
    })
  }

  it('is the same for long lists', () => {
    const long = Array.from({ length: 100 }, (_, i) => one(`T${i}=True R`, { lastTransitionTime: t1 }))
    const changed = long.with(70, one('T70=False R', { lastTransitionTime: t1 })).toSpliced(3, 1)
    assert.equal(named(diffConditions(long, [...changed, one('New=True')])), 'Change:T70 Add:New Remove:T3')
  })
})

describe('a patch on what another writer left', () => {
  const T = at(t1, 'A=True R')
  const F = at(t1, 'A=False R')
  const X = at(t1, 'A=Unknown R')
  const owned = { owned: ['A'] }
  const force = { force: true }

  type Case = [
    name: string,
    lists: [before: readonly Condition[], after: readonly Condition[], latest: readonly Condition[]],
    by: { owned?: readonly string[]; force?: boolean },
    says: string,
    because: string,
  ]

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['add, absent',                       [[], T, []],                  {},                  'A=True R @1',   'nobody else wrote it'],
    ['add, there already',                [[], T, at(t2, 'A=True R')],  {},                  'A=True R @2',   'they agree, and the time of the other stays'],
    ['add, there and different',          [[], T, F],                   {},                  'modified/Add',  'they disagree'],
    ['add, different, owned',             [[], T, F],                   owned,               'A=True R @1',   'the owner is right'],
    ['add, different, forced',            [[], T, F],                   force,               'A=True R @1',   'force is right'],
    ['add, different, other owned',       [[], T, F],                   { owned: ['B'] },    'modified/Add',  'owning another type does not help'],
    ['change, as it was',                 [T, F, T],                    {},                  'A=False R @1',  'nobody else touched it'],
    ['change, gone',                      [T, F, []],                   {},                  'deleted/Change', 'somebody removed it'],
    ['change, gone, owned',               [T, F, []],                   owned,               'A=False R @1',  'the owner puts it back'],
    ['change, gone, forced',              [T, F, []],                   force,               'A=False R @1',  'force puts it back'],
    ['change, both to the same',          [T, F, at(t2, 'A=False R')],  {},                  'A=False R @2',  'they agree'],
    ['change, another way',               [T, F, X],                    {},                  'modified/Change', 'they disagree'],
    ['change, another way, owned',        [T, F, X],                    owned,               'A=False R @1',  'the owner is right'],
    ['change, only the time moved',       [T, F, at(t2, 'A=True R')],   {},                  'modified/Change', 'somebody flipped it twice'],
    ['change of the reason',              [T, at(t2, 'A=True S'), T],   {},                  'A=True S @1',   'the time moves with the status only'],
    ['change of the time alone',          [T, at(t2, 'A=True R'), T],   {},                  'A=True R @1',   'which alone moves nothing'],
    ['remove, as it was',                 [T, [], T],                   {},                  '',              'nobody else touched it'],
    ['remove, only the time moved',       [T, [], at(t2, 'A=True R')],  {},                  '',              'it still says what it said'],
    ['remove, gone already',              [T, [], []],                  {},                  '',              'they agree'],
    ['remove, different',                 [T, [], F],                   {},                  'modified/Remove', 'somebody still needs it'],
    ['remove, different, owned',          [T, [], F],                   owned,               '',              'the owner is right'],
    ['remove, different, forced',         [T, [], F],                   force,               '',              'force is right'],
    ['no difference',                     [T, T, F],                    {},                  'A=False R @1',  'what was not changed is not written'],
    ['no difference, owned',              [T, T, F],                    owned,               'A=False R @1',  'not even by its owner'],
  ]

  const outcome = ([before, after, latest]: Case[1], by: Case[2]): string => {
    try {
      return applyConditions(diffConditions(before, after), latest, { ...by, now })
        .map((condition) => `${told(condition)} @${condition.lastTransitionTime === t1 ? 1 : 2}`)
        .join(', ')
    } catch (error) {
      assert.ok(error instanceof ConditionsError)
      return `${error.code.replace('condition-', '')}/${error.conflict?.operation}`
    }
  }

  for (const [name, lists, by, says, because] of cases) {
    it(`${name}: ${says || 'gone'}, because ${because}`, () => {
      assert.equal(outcome(frozen(lists), frozen(by)), says)
    })
  }
})

describe('applying a patch', () => {
  it('leaves all where it stands and what is new at the end, or sorts the whole list as asked', () => {
    const patch = diffConditions([], many('B=True R'))
    const latest = many('C=True R', 'A=True R')
    const applied = (order?: ConditionOrder): string =>
      typesOf(applyConditions(patch, latest, { order, now }))
    assert.equal(applied(), 'C A B')
    assert.equal(applied('unsorted'), 'C A B')
    assert.equal(applied(byType), 'A B C')
  })

  it('cuts times to the second and gives the time of now to what has none', () => {
    const patch = diffConditions(
      [],
      [one('A=True'), one('B=True', { lastTransitionTime: '2024-01-01T00:00:00.9Z' })],
    )
    const times = applyConditions(patch, [], { now: '2024-06-01T12:00:00.5Z' }).map(
      (c) => c.lastTransitionTime,
    )
    assert.deepEqual(times, [now, t1])
  })

  it('takes the generation from the patch', () => {
    const patch = diffConditions([], [one('A=True', { observedGeneration: 8 })])
    assert.equal(applyConditions(patch, [], { now })[0]?.observedGeneration, 8)
  })

  it('removes every condition of a type', () => {
    const patch = diffConditions(many('A=True R'), [])
    assert.deepEqual(applyConditions(patch, many('A=True R', 'B=True R', 'A=False R'), { now }).map(told), [
      'B=True R',
    ])
  })

  it('returns the very list for an empty patch, and an empty one where there is none', () => {
    const latest = many('Z=True', 'A=True')
    assert.equal(applyConditions([], latest, { now }), latest)
    assert.deepEqual(applyConditions([], undefined as never, { now }), [])
  })

  it('changes nothing when it fails, not even what came before the conflict', () => {
    const latest = frozen(at(t1, 'A=True R', 'B=Unknown R'))
    const patch = frozen(diffConditions(at(t1, 'A=True R', 'B=True R'), at(t2, 'A=False R', 'B=False R')))
    assert.throws(() => applyConditions(patch, latest, { now }), ConditionsError)
    assert.deepEqual(latest.map(told), ['A=True R', 'B=Unknown R'])
  })
})

describe('what goes wrong', () => {
  it('is told with the conflict, its operation and all that took part', () => {
    const [before, after, latest] = [at(t1, 'A=True R'), at(t1, 'A=False R'), at(t1, 'A=Unknown S: else')]
    const apply = () => applyConditions(diffConditions(before, after), latest, { now })
    assert.throws(apply, (error) => {
      assert.ok(error instanceof ConditionsError)
      assert.deepEqual(error.conflict, {
        operation: 'Change',
        type: 'A',
        before: before[0],
        after: after[0],
        latest: latest[0],
      })
      const text = 'the condition "A" was changed by another writer: status is "Unknown", not "False"'
      assert.ok(error.message.startsWith(text))
      return true
    })
  })

  type Case = [run: () => unknown, code: ConditionsErrorCode, text: string]
  const list = many('A=True')
  const patch = diffConditions(list, many('A=False'))

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [() => diffConditions(undefined as never, list),                 'before-missing',    'the conditions before the change are missing'],
    [() => diffConditions(undefined as never, undefined as never),   'before-missing',    'the conditions before the change are missing'],
    [() => diffConditions(list, undefined as never),                 'after-missing',     'the conditions after the change are missing'],
    [() => applyConditions(patch, undefined as never, { now }),      'latest-missing',    'the conditions to change are missing'],
    [() => applyConditions(patch, [], { now }),                      'condition-deleted', 'the condition "A" was deleted by another writer'],
  ]

  for (const [run, code, text] of cases) {
    it(`is told: ${text}`, () => {
      assert.throws(
        run,
        (error) => error instanceof ConditionsError && error.code === code && error.message === text,
      )
    })
  }
})
