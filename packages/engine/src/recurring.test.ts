import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blank, RecurringTexts } from './recurring.ts'

const fill = (blank: Blank, texts: RecurringTexts, entries: readonly unknown[]): void => {
  for (const [at, entry] of entries.entries()) blank.once(entry, entries[at - 1], texts)
}
const distinct = (count: number): string[] => Array.from({ length: count }, (_, at) => `text-${at}`)

describe('RecurringTexts', () => {
  it('give back what came before, and nothing the first time', () => {
    const texts = new RecurringTexts()
    assert.equal(texts.remember('prod'), undefined)
    assert.equal(texts.remember('prod'), 'prod')
  })

  it('forget what has not come for long, and keep what comes all the time', () => {
    const texts = new RecurringTexts()
    for (const text of ['prod', 'test', ...distinct(50_000)]) {
      texts.remember(text)
      texts.remember('prod')
    }
    assert.equal(texts.remember('prod'), 'prod')
    assert.equal(texts.remember('test'), undefined)
  })
})

describe('Blank', () => {
  it('gives back any entry, known or not, text or not', () => {
    const [blank, texts] = [new Blank(), new RecurringTexts()]
    const entries = ['prod', 1, true, null, 'prod', ...distinct(200), 'prod']
    assert.deepEqual(
      entries.map((entry) => blank.once(entry, undefined, texts)),
      entries,
    )
  })

  type Case = [name: string, before: readonly unknown[], says: string | undefined, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['an owner of many neighbours',   distinct(9).flatMap((text) => Array(50).fill(text)),            'next',    'the next one comes again too'],
    ['owners that come by turns',     Array.from({ length: 50 }, () => distinct(9)).flat(),           'next',    'no neighbour has it, others have'],
    ['a name',                        distinct(500),                                                  undefined, 'no two objects have one in common'],
    ['a name that became an owner',   [...distinct(500), ...Array(500).fill('prod')],                 'next',    'the last ones say more'],
    ['a time, once the same for all', [...Array(500).fill('then'), ...distinct(500)],                 undefined, 'the last ones say more'],
    ['numbers',                       Array.from({ length: 500 }, (_, at) => at),                     undefined, 'none of them came again'],
  ]
  for (const [name, before, says, because] of cases)
    it(`filled with ${name}: ${says === undefined ? 'not remembered' : 'remembered'}, because ${because}`, () => {
      const [blank, texts] = [new Blank(), new RecurringTexts()]
      fill(blank, texts, before)
      blank.once('next', 'another', texts)
      assert.equal(texts.remember('next'), says)
    })
})
