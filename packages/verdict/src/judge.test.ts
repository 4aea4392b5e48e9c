import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readCorpus } from './corpus.testing.ts'
import { families } from './families.testing.ts'
import { judge } from './judge.ts'
import { meanings, words } from './verdict.ts'

const now = '2026-01-01T12:00:00Z'
const runs = { numRuns: 300 }

const types = [
  'Ready',
  'Available',
  'Stalled',
  'Degraded',
  'Progressing',
  'Paused',
  'FetchFailed',
  'DatabaseReady',
  'Frobbed',
]
const condition = fc.record(
  {
    type: fc.constantFrom(...types),
    status: fc.constantFrom('True', 'False', 'Unknown'),
    reason: fc.constantFrom('', 'Failed', 'Creating', 'Paused', 'AsExpected', 'NotReady'),
    message: fc.string({ maxLength: 40 }),
  },
  { requiredKeys: ['type', 'status'] },
)
const conditionList = fc.uniqueArray(condition, { selector: ({ type }) => type, maxLength: 6 })
const widget = (status: unknown): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'x', generation: 1 },
  status,
})

describe('judging anything', () => {
  it('gives one of the words and never throws, whatever JSON it gets', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const object of [
          value,
          widget(value),
          widget({ conditions: value, phase: value, replicas: value }),
        ]) {
          const { word, sentence, evidence } = judge(object, { now, families })
          assert.ok(words.includes(word))
          assert.notEqual(sentence, '')
          assert.ok(evidence.every(({ means }) => meanings.includes(means)))
        }
      }),
      runs,
    )
  })

  it('calls nothing Ready that says nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^x[0-9]{1,5}$/), fc.integer()), (status) => {
        assert.notEqual(judge(widget(status), { now, families }).word, 'Ready')
      }),
      runs,
    )
  })

  it('says the same of the same object', () => {
    fc.assert(
      fc.property(conditionList, (conditions) => {
        const object = widget({ conditions })
        assert.deepEqual(judge(object, { now, families }), judge(structuredClone(object), { now, families }))
      }),
      runs,
    )
  })

  it('says the same of conditions in another order', () => {
    const shuffled = conditionList.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        assert.deepEqual(
          judge(widget({ conditions: list }), { now, families }),
          judge(widget({ conditions: other }), { now, families }),
        )
      }),
      runs,
    )
  })

  it('leaves the object as it is', () => {
    for (const { object } of readCorpus()) {
      const before = structuredClone(object)
      judge(object, { now, families })
      assert.deepEqual(object, before)
    }
  })

  it('passes hostile text through to the evidence as it is', () => {
    const message = '\u001b[31mred\u202e\u0000'
    const { word, evidence } = judge(
      widget({ conditions: [{ type: 'Ready', status: 'False', reason: 'Failed', message }] }),
      { now, families },
    )
    assert.deepEqual([word, evidence[0]?.value], ['Degraded', `False Failed: ${message}`])
  })

  it('is not led astray by names that every object inherits', () => {
    const status = JSON.parse('{"__proto__":{"phase":"Ready"},"constructor":{"phase":"Ready"}}')
    assert.doesNotThrow(() => judge(widget(status), { now, families }))
    assert.equal(judge(widget(Object.create({ phase: 'Ready' })), { now, families }).word, 'Unknown')
  })

  it('bounds what it looks at and shows', () => {
    const parts = Array.from({ length: 20_000 }, (_, at) => ({ name: `p${at}`, state: 'Failed' }))
    const { word, evidence } = judge(widget({ parts }), { now, families })
    assert.deepEqual([word, evidence.length], ['Degraded', 100])
  })
})
