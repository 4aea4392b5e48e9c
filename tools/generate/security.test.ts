import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Actor, actors, securityProblems } from './security.ts'

type Attempt = Actor['tries'][number]
type Case = [name: string, attempt: Omit<Attempt, 'what'>, says: RegExp | undefined, because: string]

const here = 'tools/generate/security.test.ts'
const shown = [`${here}#leads to tests that exist`]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a test',                { answer: 'no', shown },                          undefined,                  'it is there'],
  ['a title that is gone',  { answer: 'no', shown: [`${here}#leads no…where`] }, /no test of that title/, 'it was renamed'],
  ['a file that is gone',   { answer: 'no', shown: ['tools/gone.test.ts#a'] }, /no such test file/,       'it was moved'],
  ['code instead of tests', { answer: 'no', shown: ['tools/check.ts#a'] },    /no such test file/,        'code tries nothing'],
  ['no test',               { answer: 'no' },                                 /needs an answer and a test/, 'nobody knows whether it is so'],
  ['an admission',          { undefended: 'nobody can' },                     undefined,                  'that is an answer'],
  ['both',                  { undefended: 'nobody can', answer: 'no', shown }, /either/,                  'one of them is wrong'],
]

describe('What could be tried', () => {
  it('leads to tests that exist', () => {
    assert.deepEqual(securityProblems(actors()), [])
  })

  for (const [name, attempt, says, because] of cases)
    it(`${name}: ${says?.source ?? 'fine'}, because ${because}`, () => {
      const problems = securityProblems([{ who: 'x', reaches: 'y', tries: [{ what: 'z', ...attempt }] }])
      if (says === undefined) assert.deepEqual(problems, [])
      else assert.match(problems.join(), says)
    })
})
