import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { colourOf, corpusTime, ratesOf, readCorpus } from './corpus.testing.ts'
import { families } from './families.testing.ts'
import { judge } from './judge.ts'

const cases = readCorpus()
const judged = cases.map((each) => ({ ...each, verdict: judge(each.object, { now: corpusTime, families }) }))

describe('the corpus', () => {
  for (const { file, name, because, says, contract, verdict } of judged) {
    it(`${file}: ${name}: ${says.join(' or ')}, because ${because}`, () => {
      assert.ok(
        says.includes(verdict.word),
        `${verdict.word} by the row "${verdict.rule}": ${verdict.sentence}`,
      )
      if (contract !== undefined) assert.equal(verdict.contract, contract)
    })
  }

  it('has objects of all families in every state, each named once', () => {
    const said = new Set(cases.flatMap(({ says }) => says))
    assert.ok(cases.length >= 150)
    assert.equal(said.size, 8)
    const names = cases.map(({ file, name }) => `${file}: ${name}`)
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
  })

  it('shows no broken or unfinished object as Ready and no good one as broken', (t) => {
    const rates = ratesOf(judged.map(({ says, verdict }) => ({ truth: says, is: colourOf(verdict.word) })))
    const kinds = new Set(cases.map(({ object }) => kindOf(object)))
    t.diagnostic(
      `${cases.length} objects of ${kinds.size} kinds: false green ${rates.falseGreen} of ${rates.bad}, false red ${rates.falseRed} of ${rates.good}`,
    )
    assert.deepEqual([rates.falseGreen, rates.falseRed], [0, 0])
  })
})

function kindOf(object: unknown): string {
  const { apiVersion = '', kind = '' } = (object ?? {}) as { apiVersion?: string; kind?: string }
  return `${String(apiVersion).replace(/\/.*$/, '')} ${String(kind)}`
}
