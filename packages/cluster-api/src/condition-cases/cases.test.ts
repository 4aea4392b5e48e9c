import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { runConditionCase } from './run-case.testing.ts'

const folder = new URL('../../vectors/conditions/', import.meta.url)

for (const file of ['conditions.jsonl', 'conditions-random.jsonl']) {
  describe(`what the genuine library answers, ${file}`, () => {
    for (const line of readFileSync(new URL(file, folder), 'utf8').trim().split('\n')) {
      const { name, passed, detail } = runConditionCase(JSON.parse(line))
      it(name, () => assert.ok(passed, detail))
    }
  })
}

describe('the runner of condition cases', () => {
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
      assert.equal(runConditionCase(line).passed, passed)
    })
  }
})
