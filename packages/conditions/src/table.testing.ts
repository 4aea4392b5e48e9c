import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ChoiceRules, choose } from './choice.ts'
import type { Decision } from './decision.ts'
import { type ConditionRules, decide } from './rules.ts'

/** One line of a table test: what differs from a steady object, what it says, and why. A message is compared where one is given. */
export type TableCase<Facts> = readonly [
  name: string,
  given: Partial<Facts>,
  says: string,
  because: string,
  message?: string,
]

/** Tests a table of rules line by line, and that every row of it decides at least one line. */
export function describeTable<Facts>(
  title: string,
  { rules, steady }: { readonly rules: ConditionRules<Facts>; readonly steady: Facts },
  cases: readonly TableCase<Facts>[],
): void {
  describe(`${title} ${rules.type}`, () => {
    for (const [name, given, says, because, message] of cases) {
      it(`${name}: ${says}, because ${because}`, () => {
        const decision = decide(rules, { ...steady, ...given })
        assert.equal(textOf(decision), says)
        if (message !== undefined) assert.equal(messageOf(decision), message)
      })
    }
    it('has a line here for every row', () => {
      const seen = new Set(cases.map(([, given]) => decide(rules, { ...steady, ...given }).row?.words))
      assert.deepEqual(
        rules.rows.map(([words]) => words).filter((words) => !seen.has(words)),
        [],
      )
      noteTested(rules.rows)
    })
  })
}

const textOf = (decision: Decision): string =>
  decision.outcome === 'set' ? `${decision.condition.status} ${decision.condition.reason}` : decision.outcome

const messageOf = (decision: Decision): string =>
  decision.outcome === 'set' ? decision.condition.message : ''

/** The table of a type, out of all that a language has. */
export function tableOf<Facts>(
  tables: readonly ConditionRules<Facts>[],
  type: string,
): ConditionRules<Facts> {
  const table = tables.find((candidate) => candidate.type === type)
  if (table === undefined) throw new TypeError(`there is no table for ${type}`)
  return table
}

/** One line of a test of choices: what differs from a steady situation, what is chosen, and why. */
export type ChoiceCase<Facts, Outcome> = readonly [
  name: string,
  given: Partial<Facts>,
  outcome: Outcome,
  because: string,
]

/** Tests a table that chooses line by line, and that every row of it decides at least one line. */
export function describeChoices<Facts, Outcome>(
  title: string,
  { rules, steady }: { readonly rules: ChoiceRules<Facts, Outcome>; readonly steady: Facts },
  cases: readonly ChoiceCase<Facts, Outcome>[],
): void {
  describe(`${title} ${rules.name}`, () => {
    for (const [name, given, outcome, because] of cases) {
      it(`${name}: ${JSON.stringify(outcome)}, because ${because}`, () => {
        assert.deepEqual(choose(rules, { ...steady, ...given }).outcome, outcome)
      })
    }
    it('has a line here for every row', () => {
      const seen = new Set(cases.map(([, given]) => choose(rules, { ...steady, ...given }).row.words))
      assert.deepEqual(
        rules.rows.map(([words]) => words).filter((words) => !seen.has(words)),
        [],
      )
      noteTested(rules.rows)
    })
  })
}

/** Notes that tests went through every row of a table, where whoever compares all tables with all tests wants to know. */
export function noteTested(rows: readonly object[]): void {
  const tested: unknown = Reflect.get(globalThis, Symbol.for('sitrep.tested-rows'))
  if (tested instanceof Set) for (const row of rows) tested.add(row)
}
