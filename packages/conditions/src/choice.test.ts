import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ChoiceRules, choose, fromFacts } from './choice.ts'
import { otherwise } from './rows.ts'
import { describeChoices } from './table.testing.ts'

interface PassFacts {
  readonly paused: boolean
  readonly error: string | undefined
  readonly exists: boolean
  readonly pollMs: number
}

interface Step {
  readonly action: 'none' | 'create' | 'look'
  readonly event?: string
  readonly againMs?: number
}

// biome-ignore format: the table is the specification; its columns stay aligned
const step: ChoiceRules<PassFacts, Step> = {
  name: 'next step',
  rows: [
    ['the object is paused',    (f) => f.paused,              { action: 'none', event: 'Paused' }, [{ field: 'metadata.annotations' }]],
    ['the last look failed',    (f) => f.error !== undefined, (f) => ({ action: 'none', event: f.error ?? '' })],
    ['there is nothing yet',    (f) => !f.exists,             { action: 'create', againMs: 0 }],
    ['otherwise',               otherwise,                    fromFacts((f) => ({ action: 'look', againMs: f.pollMs }), { action: 'look', againMs: 'the poll interval' }), (f) => [{ field: f.exists ? 'status' : 'spec' }]],
  ],
}

const steady: PassFacts = { paused: false, error: undefined, exists: true, pollMs: 60_000 }

// biome-ignore format: the table is the specification; its columns stay aligned
describeChoices('a table chooses the', { rules: step, steady }, [
  ['steady',       {},                                 { action: 'look', againMs: 60_000 },  'an outcome can be made from the facts, with words'],
  ['not there',    { exists: false },                  { action: 'create', againMs: 0 },     'an outcome can be the same for all facts'],
  ['failed',       { error: 'Timeout' },               { action: 'none', event: 'Timeout' }, 'an outcome can be made without words'],
  ['paused',       { paused: true, error: 'Timeout' }, { action: 'none', event: 'Paused' },  'the first row that applies decides, not the last'],
])

describe('a choice', () => {
  it('says which table made it, by which row, and in words why those above did not apply', () => {
    const { table, row } = choose(step, { ...steady, exists: false })
    assert.equal(table, 'next step')
    assert.deepEqual(row, {
      index: 2,
      words: 'there is nothing yet',
      passedOver: ['the object is paused', 'the last look failed'],
    })
  })

  it('throws on facts that no row covers, for a silent table would be a hole in the rules', () => {
    const table: ChoiceRules<number, string> = { name: 'odd', rows: [['odd', (n) => n % 2 === 1, 'take']] }
    assert.equal(choose(table, 3).outcome, 'take')
    assert.throws(() => choose(table, 2), TypeError)
  })

  it('hands the very outcome on that stands in the row', () => {
    assert.equal(choose(step, { ...steady, paused: true }).outcome, step.rows[0]?.[2])
  })

  it('can stand in one list with tables of other facts and outcomes', () => {
    const even: ChoiceRules<number, string> = { name: 'even', rows: [['always', otherwise, 'leave']] }
    const tables: readonly ChoiceRules<never, unknown>[] = [step, even]
    assert.deepEqual(
      tables.map(({ name }) => name),
      ['next step', 'even'],
    )
  })
})

describe('what a choice rests on', () => {
  it('is what the caller read and what the row names', () => {
    const read = [{ ref: { kind: 'Thing', name: 't' }, condition: 'Synced' }]
    assert.deepEqual(choose(step, { ...steady, paused: true }, read).sources, [
      ...read,
      { field: 'metadata.annotations' },
    ])
  })

  it('can be made from the facts', () => {
    assert.deepEqual(choose(step, steady).sources, [{ field: 'status' }])
  })

  it('is nothing where nobody says', () => {
    assert.deepEqual(choose(step, { ...steady, exists: false }).sources, [])
  })
})
