import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { choicesToMarkdown } from '@sitrep/conditions'
import { profiles } from '@sitrep/status'
import { passRules } from './language.ts'
import { isNextStep } from './rules/rows.ts'

describe('the table of passes', () => {
  it('prints every row with its number, conditions, event and when to look again', () => {
    const printed = choicesToMarkdown(passRules('released').table)
    assert.match(printed, /^\| When \| Row \| Next step \| Ready \| Synced \| UpToDate \|/)
    assert.match(printed, /^\| differs \|.*\| update \|/m)
    assert.match(
      printed,
      /^\| created, recorded and published \| 28 \|.*\| Creating \| ReconcileSuccess \|.*CreatedExternalResource.*\| again \|$/m,
    )
  })

  it('has the 34 rows of the released reconciler, each once', () => {
    const numbers = passRules('released').table.rows.flatMap(([, , outcome]) =>
      typeof outcome === 'function' || outcome.row === undefined ? [] : [Number(outcome.row)],
    )
    assert.deepEqual(
      numbers.sort((a, b) => a - b),
      Array.from({ length: 34 }, (_, at) => at + 1),
    )
  })

  it('names no row twice, in either language', () => {
    for (const profile of profiles) {
      const words = passRules(profile).table.rows.map(([inWords]) => inWords)
      assert.equal(new Set(words).size, words.length)
    }
  })

  it('gives a reason for Ready only where it also tells of the pass, or writes no more than that', () => {
    for (const [words, , outcome] of passRules('released').table.rows) {
      if (typeof outcome === 'function' || isNextStep(outcome)) continue
      assert.ok(outcome.ready === undefined || outcome.synced !== undefined, words)
    }
  })
})
