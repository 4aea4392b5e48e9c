import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { runVector } from './vectors.testing.ts'

const folder = new URL('../vectors/', import.meta.url)

for (const file of ['conditions.jsonl', 'conditions-random.jsonl']) {
  describe(`vectors of ${file}`, () => {
    for (const line of readFileSync(new URL(file, folder), 'utf8').trim().split('\n')) {
      const { name, passed, detail } = runVector(JSON.parse(line))
      it(name, () => assert.ok(passed, detail))
    }
  })
}

describe('the vectors runner', () => {
  const steady = { suite: 'newpatch', id: 'x', b: [], a: [['foo', 'T']], w: ['Add:foo'] }

  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [name: string, line: unknown, passed: boolean, because: string][] = [
    ['a right answer',   steady,                          true,  'the patch adds foo'],
    ['a wrong answer',   { ...steady, w: ['Remove:foo'] }, false, 'a runner that cannot fail shows nothing'],
    ['an unknown suite', { ...steady, suite: 'other' },   false, 'what is not run has not passed'],
    ['no vector at all', 'text',                          false, 'a stray line must not count as a case'],
  ]

  for (const [name, line, passed, because] of cases) {
    it(`${name}: ${passed ? 'passed' : 'failed'}, because ${because}`, () => {
      assert.equal(runVector(line).passed, passed)
    })
  }
})
