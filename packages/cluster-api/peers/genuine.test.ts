import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { runConditionCase } from '../src/condition-cases/run-case.testing.ts'
import { askGenuine, findGenuine, howToGetGenuine } from './genuine.ts'
import { randomQuestions } from './random-question.ts'

const program = findGenuine()
const seed = Number(process.env['SITREP_SEED'] ?? 20_260_101)
const runs = Number(process.env['SITREP_RUNS'] ?? 1_500)

describe('Cluster API itself says the same', { skip: program === undefined && howToGetGenuine }, () => {
  for (const [operation, arbitrary] of Object.entries(randomQuestions)) {
    it(`${runs} times of ${operation}, at random`, async () => {
      const questions = fc.sample(arbitrary, { numRuns: runs, seed })
      const answers = await askGenuine(program ?? '', questions)
      assert.equal(answers.length, questions.length)
      for (const [i, q] of questions.entries()) {
        const result = runConditionCase({
          suite: 'edge',
          id: `${seed}/${i}`,
          note: operation,
          q,
          w: expected(q, answers[i]),
        })
        assert.ok(result.passed, `${JSON.stringify(q)}\n${result.detail}`)
      }
    })
  }
})

// Upstream leaves half of a failed patch behind; ours changes nothing, so the list must be the one it was given.
function expected(question: object, answer: unknown): unknown {
  const failed = typeof answer === 'object' && answer !== null && 'err' in answer && 'latest' in question
  return failed ? { ...answer, list: question.latest } : answer
}
