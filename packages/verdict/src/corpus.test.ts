import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CorpusCase, corpusTime, readCorpus } from './corpus.testing.ts'
import { families } from './families.testing.ts'
import { judge } from './judge.ts'
import { answerOf, disguised, type Rates, ratesOf } from './rates.testing.ts'
import type { Verdict } from './verdict.ts'

const verdictOn = ({ object }: CorpusCase): Verdict => judge(object, { now: corpusTime, families })
const rates = (cases: readonly CorpusCase[]): Rates =>
  ratesOf(cases.map((each) => ({ case: each, answer: answerOf(verdictOn(each).word) })))
const open = readCorpus('open')

describe('the corpus', () => {
  for (const each of open) {
    const { file, name, because, says, contract } = each
    it(`${file}: ${name}: ${says.join(' or ')}, because ${because}`, () => {
      const verdict = verdictOn(each)
      assert.ok(
        says.includes(verdict.word),
        `${verdict.word} by the row "${verdict.rule}": ${verdict.sentence}`,
      )
      if (contract !== undefined) assert.equal(verdict.contract, contract)
    })
  }

  it('has objects in every state, each named once', () => {
    const cases = readCorpus()
    assert.ok(cases.length >= 900)
    assert.equal(new Set(cases.flatMap(({ says }) => says)).size, 8)
    const names = cases.map(({ file, name }) => `${file}: ${name}`)
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    )
  })

  it('has kinds of other API groups in the part that is set aside', () => {
    const groups = (cases: readonly CorpusCase[]): ReadonlySet<string> =>
      new Set(cases.map(({ object }) => kindOf(object)))
    const seen = groups(open.filter(({ source }) => source.includes('https://')))
    assert.deepEqual(
      [...groups(readCorpus('aside'))].filter((kind) => seen.has(kind)),
      [],
    )
  })
})

// What is aimed at, in percent. The part that is set aside shows whether it is reached where nobody has looked.
const aims: Readonly<Record<keyof Rates, number>> = {
  falseGreen: 3,
  falseAlarm: 1,
  notYet: 8,
  noAnswerOnGood: 8,
  noAnswerOnOther: 8,
  missedFailure: 10,
}

describe('the rates of the corpus', () => {
  const parts = {
    open,
    aside: readCorpus('aside'),
    'aside, by general rules alone': readCorpus('aside').map(disguised),
  }
  for (const [part, cases] of Object.entries(parts)) {
    const measured = rates(cases)
    for (const [name, aim] of Object.entries(aims)) {
      it(`${part}: ${name} at most ${aim}%`, (t) => {
        const { part: wrong, of } = measured[name as keyof Rates]
        t.diagnostic(`${wrong} of ${of}`)
        // One object is more than one in a hundred of a small part.
        assert.ok(wrong <= Math.max(1, (of * aim) / 100), `${wrong} of ${of}`)
      })
    }
  }
})

function kindOf(object: unknown): string {
  const { apiVersion = '', kind = '' } = (object ?? {}) as { apiVersion?: string; kind?: string }
  return `${String(apiVersion).replace(/\/.*$/, '')} ${String(kind)}`
}
