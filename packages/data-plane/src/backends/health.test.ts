import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHealth, type Health } from './health.ts'

const settings = { failuresInRow: 3, asideMs: 1_000, asideAtMostMs: 3_000 }

function health(): Health & { readonly wait: (ms: number) => void; readonly fail: (times: number) => void } {
  let clock = 0
  const own = createHealth(() => clock, settings)
  return {
    ...own,
    wait(ms) {
      clock += ms
    },
    fail(times) {
      for (let time = 0; time < times; time++) own.failed('e')
    },
  }
}

type Told = ReturnType<typeof health>

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly (readonly [string, (h: Told) => void, aside: boolean, because: string])[] = [
  ['two failures',                          (h) => h.fail(2),                                                         false, 'that may be chance'],
  ['three failures',                        (h) => h.fail(3),                                                         true,  'three in a row are none'],
  ['three failures with one answer',        (h) => { h.fail(2); h.succeeded('e'); h.fail(1) },                        false, 'they are not in a row'],
  ['three failures a second ago',           (h) => { h.fail(3); h.wait(1_000) },                                      false, 'it gets another chance'],
  ['a fourth after its time',               (h) => { h.fail(3); h.wait(1_000); h.fail(1); h.wait(1_500) },            true,  'it is put aside for twice as long'],
  ['many at once',                          (h) => { h.fail(50); h.wait(1_000) },                                     false, 'what fails together is one reason'],
  ['again and again',                       (h) => { for (let t = 0; t < 9; t++) { h.fail(3); h.wait(3_000) } },      false, 'no time is longer than the longest'],
  ['an answer in between',                  (h) => { h.fail(3); h.wait(1_000); h.succeeded('e'); h.fail(3); h.wait(1_000) }, false, 'after an answer the first time is the first'],
  ['a check that it did not pass',          (h) => { h.checked('e', 'not passed'); h.wait(99_999) },                  true,  'until it passes one'],
  ['traffic while it does not pass',        (h) => { h.checked('e', 'not passed'); h.succeeded('e') },                true,  'the check decides'],
  ['a check passed after one that was not', (h) => { h.checked('e', 'not passed'); h.checked('e', 'passed') },        false, 'it is well again'],
  ['a check passed after failures',         (h) => { h.fail(3); h.checked('e', 'passed') },                           false, 'it is well again'],
  ['an endpoint that went and came back',   (h) => { h.fail(3); h.keepOnly(() => false) },                            false, 'nothing is known of it'],
  ['an endpoint that stayed',               (h) => { h.fail(3); h.keepOnly((endpoint) => endpoint === 'e') },         true,  'what was learnt stays'],
]

describe('the health of an endpoint', () => {
  for (const [name, happens, aside, because] of cases)
    it(`${name}: ${aside ? 'aside' : 'used'}, because ${because}`, () => {
      const told = health()
      happens(told)
      assert.equal(told.isAside('e'), aside)
      assert.equal(told.isAside('another'), false)
    })
})
