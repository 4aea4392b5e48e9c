import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ConditionRules, type Decision, decide } from '@sitrep/conditions'
import { noteTested } from '@sitrep/conditions/testing'

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
