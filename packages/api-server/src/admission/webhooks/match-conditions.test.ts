import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { evaluateConditions, readMatchCondition } from './match-conditions.ts'

const facts = {
  object: { metadata: { name: 'chosen', labels: { a: 'b' } }, data: { count: 3, share: 0.5 } },
  oldObject: undefined,
  request: { operation: 'CREATE', userInfo: { username: 'jane' } },
}

type Case = [name: string, expressions: readonly string[], says: boolean | 'mistake', because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['no condition',           [],                                                    true,      'nothing stands against it'],
  ['one that holds',         ['object.metadata.name == "chosen"'],                  true,      'the object is what it asks for'],
  ['one that does not',      ['object.metadata.name == "other"'],                   false,     'the object is another'],
  ['the old object',         ['oldObject == null'],                                 true,      'a creation has none'],
  ['the request',            ['request.userInfo.username == "jane"'],               true,      'the request says who asks'],
  ['whole numbers',          ['object.data.count + 1 == 4'],                        true,      'whole numbers are ints'],
  ['fractions',              ['object.data.share < 1.0'],                           true,      'other numbers are doubles'],
  ['a field that is absent', ['object.spec.size > 1'],                              'mistake', 'it cannot be told'],
  ['a mistake and a false',  ['object.spec.size > 1', 'request.operation == "X"'],  false,     'one false is enough'],
  ['what is no boolean',     ['object.metadata.name'],                              'mistake', 'a text is no answer'],
  ['what does not compile',  ['object.('],                                          'mistake', 'nothing can be computed'],
]

describe('the conditions of a webhook', () => {
  for (const [name, expressions, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const conditions = expressions.map((expression) => readMatchCondition({ name: 'c', expression }))
      const outcome = evaluateConditions(conditions, facts)
      assert.equal(typeof outcome === 'object' ? 'mistake' : outcome, says)
    })
  }
})
