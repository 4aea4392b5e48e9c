import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import type { StatusChange } from '@sitrep/engine'
import { type Fields, type KubeObject, mainListOnly } from '@sitrep/status'
import { EchoGuard, leftAloneMs } from './echo-guard.ts'
import { statusPatch } from './status-patch.ts'
import { WriteBudget } from './write-budget.ts'
import { priorityOf } from './write-queue.ts'

const now = '2026-01-01T00:00:00Z'
const condition = (type: string, status: Condition['status'], reason = 'R'): Condition => ({
  type,
  status,
  reason,
  message: '',
  lastTransitionTime: now,
})
const stored = (status?: object): KubeObject => ({
  apiVersion: 'g/v1',
  kind: 'K',
  metadata: { name: 'a', resourceVersion: '7' },
  status,
})

describe('What is sent to an object of an older layout', () => {
  // The older layout has its conditions in a box.
  const layout = {
    keep: (object: KubeObject): KubeObject => {
      const { box, ...rest } = (object.status ?? {}) as { box?: object }
      return { ...object, status: { ...rest, ...(box && { conditions: box }) } }
    },
    layOut: ({ conditions, ...rest }: Fields): Fields => ({
      ...rest,
      ...(conditions !== undefined && { box: conditions }),
    }),
  }
  const ours = condition('Ready', 'True')
  const foreign = condition('Foreign', 'False')
  const wanted = {
    status: { conditions: [ours] },
    owned: ['Ready'],
    lists: mainListOnly,
    fields: 'all',
    layout,
  } as const

  it('is laid out as it is stored, and what others said there stays', () => {
    assert.deepEqual(statusPatch(stored({ box: [foreign] }), wanted)?.['status'], { box: [ours, foreign] })
  })

  it('is nothing where it says so already', () => {
    assert.equal(statusPatch(stored({ box: [ours] }), wanted), undefined)
  })
})

describe('What is sent', () => {
  type Case = [
    name: string,
    before: object | undefined,
    wanted: object,
    patch: object | undefined,
    because: string,
  ]
  const ours = condition('Ready', 'True')
  const severe = { ...condition('Ready', 'False'), severity: 'Error' }
  const reworded = { ...ours, message: 'in other words', lastTransitionTime: '2026-01-01T00:05:00Z' }
  const foreign = condition('Foreign', 'False')
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['the same status',       { conditions: [ours] },                        { conditions: [ours] },                          undefined,                                          'nothing to say, nothing written'],
    ['another order of keys', { b: 1, a: { d: 2, c: 3 } },                   { a: { c: 3, d: 2 }, b: 1 },                     undefined,                                          'the server may turn keys round'],
    ['a new status',          undefined,                                     { replicas: 1, conditions: [ours] },             { replicas: 1, conditions: [ours] },                'all of it is new'],
    ['one changed field',     { replicas: 1, conditions: [ours] },           { replicas: 2, conditions: [ours] },             { replicas: 2 },                                    'only the difference is sent'],
    ['a field that is gone',  { replicas: 1 },                               {},                                              { replicas: null },                                 'null takes it away'],
    ['a group that is gone',  { a: { b: 1 }, c: 1 },                         { c: 1 },                                        { a: null },                                        'it goes whole, not field by field'],
    ['a group of nothing',    { c: 1 },                                      { a: { b: undefined }, c: 1 },                   undefined,                                          'nothing empty is sent'],
    ['a group that may be empty', { c: 1 },                                  { a: {}, c: 1 },                                 { a: {} },                                          'whoever says so means it'],
    ['a nested difference',   { a: { b: 1, c: 2 } },                         { a: { b: 1, c: 3 } },                           { a: { c: 3 } },                                    'only the difference is sent'],
    ['somebody else’s words', { conditions: [foreign] },                     { conditions: [ours] },                          { conditions: [ours, foreign] },                    'they stay as they are stored'],
    ['theirs newer than ours', { conditions: [{ ...foreign, reason: 'New' }] }, { conditions: [ours, foreign] },              { conditions: [ours, { ...foreign, reason: 'New' }] }, 'what we saw of theirs may be old'],
    ['a severity',            { conditions: [ours] },                        { conditions: [severe] },                        { conditions: [severe] },                           'a condition may hold more than six fields'],
    ['words with their time', { conditions: [ours] },                        { conditions: [reworded] },                      { conditions: [reworded] },                         'times are part of what was computed'],
    ['an order of its own',   { conditions: [ours, foreign] },               { conditions: [foreign, ours] },                 { conditions: [foreign, ours] },                    'the order is part of what was computed'],
    ['theirs that went away', { conditions: [ours] },                        { conditions: [ours, foreign] },                 undefined,                                          'what we saw of theirs may be old'],
    ['theirs alone, gone',    { replicas: 1 },                               { replicas: 1, conditions: [foreign] },          undefined,                                          'a list without conditions says nothing'],
    ['ours that must go',     { conditions: [ours, foreign] },               { conditions: [foreign] },                       { conditions: [foreign] },                          'we own it and no longer say it'],
  ]
  for (const [name, before, wanted, patch, because] of cases) {
    it(`for ${name}, because ${because}`, () => {
      const result = statusPatch(stored(before), {
        status: wanted as Record<string, unknown>,
        owned: ['Ready'],
        lists: mainListOnly,
        fields: 'all',
      })
      assert.deepEqual(result, patch && { metadata: { resourceVersion: '7' }, status: patch })
    })
  }
})

describe('What is sent of entries and fields', () => {
  const lists = [
    {
      path: ['status', 'parents'],
      entries: {
        noun: 'parent',
        key: ({ name, by }: Fields) => `${String(by)}|${String(name)}`,
        mine: ({ by }: Fields) => by === 'us',
      },
    },
  ]
  const entry = (by: string, name: string, ...conditions: readonly Condition[]) => ({ by, name, conditions })
  const [ready, unready] = [condition('Ready', 'True'), condition('Ready', 'False')]
  const odd = condition('Odd', 'True')
  const mine = entry('us', 'a', ready)
  const theirs = { ...entry('them', 'a', odd), more: { x: [1] } }
  type Case = [name: string, stored: object, computed: object, patch: object | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['the same entries',     { parents: [mine, theirs] },                    { parents: [mine, theirs] },                  undefined,                                     'nothing to say, nothing written'],
    ['a new entry',          { parents: [theirs] },                          { parents: [theirs, mine] },                  { parents: [theirs, mine] },                   'theirs stays where it stands'],
    ['an entry of theirs that changed since', { parents: [{ ...theirs, more: 2 }, mine] }, { parents: [theirs, entry('us', 'a', unready)] }, { parents: [{ ...theirs, more: 2 }, entry('us', 'a', unready)] }, 'what we saw of theirs may be old'],
    ['an entry of theirs that came since',    { parents: [mine, entry('them', 'b')] }, { parents: [entry('us', 'a', unready)] }, { parents: [entry('us', 'a', unready), entry('them', 'b')] }, 'it is not ours to take away'],
    ['a former entry of ours', { parents: [mine, entry('us', 'old'), theirs] }, { parents: [mine, theirs] },               { parents: [mine, theirs] },                   'it is ours and no longer said'],
    ['their words said twice in our entry', { parents: [entry('us', 'a', unready, odd, odd)] }, { parents: [entry('us', 'a', ready, odd, odd)] }, { parents: [entry('us', 'a', ready, odd, odd)] }, 'each stays once, and none is added'],
    ['their words in our entry', { parents: [entry('us', 'a', unready, odd)] }, { parents: [entry('us', 'a', ready)] },     { parents: [entry('us', 'a', ready, odd)] },   'a condition of theirs stays, wherever it stands'],
    ['fields of others',     { atProvider: { id: 1 }, length: 1, parents: [mine] }, { length: 2, parents: [mine] },        { length: 2 },                                 'what is not ours is never taken away'],
    ['a field of ours that is gone', { length: 1, parents: [mine] },         { parents: [mine] },                          { length: null },                              'what is ours is'],
  ]
  for (const [name, before, computed, patch, because] of cases) {
    it(`for ${name}, because ${because}`, () => {
      const wanted = {
        status: computed as Record<string, unknown>,
        owned: ['parents[us|a]:Ready'],
        lists,
        fields: ['length'],
      }
      assert.deepEqual(
        statusPatch(stored(before), wanted),
        patch && { metadata: { resourceVersion: '7' }, status: patch },
      )
    })
  }

  it('of an object about which nothing is said: only former entries of ours go', () => {
    const before = { atProvider: 1, parents: [entry('us', 'old'), theirs] }
    const wanted = { status: { parents: [theirs] }, owned: [], lists, fields: [] }
    assert.deepEqual(statusPatch(stored(before), wanted)?.['status'], { parents: [theirs] })
    assert.equal(statusPatch(stored({ atProvider: 1, parents: [theirs] }), wanted), undefined)
    const none = { ...wanted, status: {} }
    assert.deepEqual(statusPatch(stored({ parents: [entry('us', 'old')] }), none)?.['status'], {
      parents: [],
    })
    assert.equal(statusPatch(stored({ parents: [] }), none), undefined)
    assert.equal(statusPatch(stored({}), none), undefined)
  })
})

describe('How urgent a write is', () => {
  const change = (before: readonly Condition[], after: readonly Condition[]): StatusChange =>
    ({
      ref: { group: 'g', kind: 'K', name: 'a' },
      before: { conditions: before },
      status: { conditions: after },
      conditions: after,
      lists: mainListOnly,
    }) as unknown as StatusChange
  const [ready, unready, unknown] = (['True', 'False', 'Unknown'] as const).map((status) =>
    condition('Ready', status),
  )
  const deleting = condition('Deleting', 'True')
  type Case = [
    name: string,
    before: readonly (Condition | undefined)[],
    after: readonly (Condition | undefined)[],
    says: string | undefined,
    because: string,
  ]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['going away',     [ready],   [unready, deleting], 'deleting', 'somebody waits until it is gone'],
    ['got worse',      [ready],   [unready],           'failing',  'somebody has to know'],
    ['lost from view', [ready],   [unknown],           'failing',  'somebody has to know'],
    ['got better',     [unready], [ready],             undefined,  'good news can wait'],
    ['still bad',      [unready], [unknown],           undefined,  'it was told before'],
    ['new and bad',    [],        [unready],           undefined,  'it has never been well'],
  ]
  for (const [name, before, after, says, because] of cases) {
    it(`${name}: ${says ?? 'as whatever was computed with it'}, because ${because}`, () => {
      const present = (list: readonly (Condition | undefined)[]): Condition[] =>
        list.filter((one) => one !== undefined)
      assert.equal(priorityOf(change(present(before), present(after))), says)
    })
  }
})

describe('The budget of writes', () => {
  it('holds back what is too much, until the window has moved on', () => {
    const budget = new WriteBudget({ most: 2, windowMs: 1_000 })
    assert.deepEqual(
      [0, 100].map((at) => budget.spend('a', at).allowed),
      [true, true],
    )
    assert.deepEqual(budget.spend('a', 200), { allowed: false, waitMs: 800 })
    assert.equal(budget.spend('b', 200).allowed, true)
    assert.equal(budget.spend('a', 1_001).allowed, true)
  })

  it('counts what was written shortly before, wherever its windows begin', () => {
    const budget = new WriteBudget({ most: 2, windowMs: 1_000 })
    for (const at of [900, 950]) budget.spend('a', at)
    assert.deepEqual(budget.spend('a', 1_100), { allowed: false, waitMs: 800 })
    assert.equal(budget.spend('a', 1_901).allowed, true)
    assert.deepEqual(budget.spend('a', 1_902).allowed, false)
  })
})

describe('Two writers', () => {
  const ref = { group: 'g', kind: 'K', name: 'a' }
  const writers = [
    { manager: 'sitrep', time: '2026-01-01T00:00:00Z', types: ['Ready'] },
    { manager: 'capi', time: '2026-01-01T00:00:05Z', types: ['Ready'] },
    { manager: 'elsewhere', time: '2026-01-01T00:00:09Z', types: ['Another'] },
  ]

  it('one overwriting is put right', () => {
    const guard = new EchoGuard('sitrep')
    assert.equal(guard.seen(ref, [], { writers, elapsed: 0 }).kind, 'as-written')
    assert.equal(guard.seen(ref, ['Ready'], { writers, elapsed: 1 }).kind, 'write-again')
  })

  it('that keep undoing each other are named, and the object is left alone for a while', () => {
    const guard = new EchoGuard('sitrep')
    const answers = [1, 2, 3].map((at) => guard.seen(ref, ['Ready'], { writers, elapsed: at * 1_000 }))
    const last = answers.at(-1)
    assert.deepEqual(last?.kind === 'fight' && last.fight.managers, ['sitrep', 'capi'])
    assert.equal(guard.leavesAlone(ref, 4_000), true)
    assert.equal(guard.leavesAlone(ref, 3_000 + leftAloneMs), false)
    // A timer may come a moment early.
    guard.endRest(ref)
    assert.equal(guard.leavesAlone(ref, 4_000), false)
  })

  it('now and then is no fight', () => {
    const guard = new EchoGuard('sitrep')
    const kinds = [0, 100_000, 200_000, 300_000].map(
      (elapsed) => guard.seen(ref, ['Ready'], { writers, elapsed }).kind,
    )
    assert.deepEqual(new Set(kinds), new Set(['write-again']))
  })
})
