import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from './condition.ts'
import { stated } from './decision.ts'
import { applyConditions, diffConditions } from './patch/conditions.ts'
import { setCondition, setConditions } from './set.ts'
import { frozen, one, told } from './short.testing.ts'
import { moveWithAnyChange, moveWithStatus, type TransitionRule } from './transition.ts'

const before = '2024-01-01T00:00:00Z'
const now = '2024-06-01T12:00:00Z'
const own = '2024-05-05T05:05:05Z'
const stands = one('Ready=False NotReady: waiting', { observedGeneration: 4, lastTransitionTime: before })
const unsaid = one('Ready=False NotReady: waiting', { lastTransitionTime: before })
const same = one('Ready=False NotReady: waiting')
const at = (text: string): Condition => one(text, { lastTransitionTime: own })

/** The time and the generation that stand there afterwards, `same` where it is the very condition that stood there. */
type Outcome = 'same' | [time: string, generation: number | undefined]

type Case = [
  name: string,
  existing: Condition,
  given: Condition,
  generation: number | undefined,
  withStatus: Outcome,
  withAnyChange: Outcome,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nothing new',                    stands, same,                               4,         'same',              'same',              'it says what it said'],
  ['nothing new but a time',         stands, at('Ready=False NotReady: waiting'), 4,        'same',              'same',              'a time alone is no change'],
  ['other status',                   stands, one('Ready=True Ready'),            4,         [now, 4],            [now, 4],            'that is a transition for everybody'],
  ['other status, own time',         stands, at('Ready=True Ready'),             4,         [own, 4],            [own, 4],            'what has moved brings its own time'],
  ['other reason',                   stands, one('Ready=False Broken: waiting'), 4,         [before, 4],         [now, 4],            'a rewording is a transition for some'],
  ['other reason, own time',         stands, at('Ready=False Broken: waiting'),  4,         [before, 4],         [own, 4],            'and only for them its own time counts'],
  ['other message',                  stands, one('Ready=False NotReady: still'), 4,         [before, 4],         [now, 4],            'a message is as good as a reason'],
  ['other generation',               stands, same,                               5,         [before, 5],         [now, 5],            'it speaks of something else, and says the same'],
  ['no generation any more',         stands, same,                               undefined, [before, undefined], 'same',              'who does not say it takes nothing back, where that is asked'],
  ['a first generation',             unsaid, same,                               5,         [before, 5],         'same',              'nor does who says it for the first time add anything'],
  ['no generation, other message',   stands, one('Ready=False NotReady: still'), undefined, [before, undefined], [now, undefined],    'what is replaced is replaced as a whole'],
]

const outcome = (existing: Condition, next: Condition | undefined): Outcome =>
  next === existing ? 'same' : [next?.lastTransitionTime ?? '', next?.observedGeneration]

describe('when the time of a condition moves', () => {
  for (const [name, existing, given, generation, withStatus, withAnyChange, because] of cases) {
    it(`${name}: ${withStatus}, with any change ${withAnyChange}, because ${because}`, () => {
      const set = (moves?: TransitionRule): Outcome => {
        const [next] = setCondition(frozen([existing]), frozen(given), { generation, now, moves })
        if (next !== existing) assert.equal(next && told(next), told(given))
        return outcome(existing, next)
      }
      assert.deepEqual(set(), withStatus)
      assert.deepEqual(set(moveWithStatus), withStatus)
      assert.deepEqual(set(moveWithAnyChange), withAnyChange)
    })
  }

  it('is asked of every decision and of every patch', () => {
    const given = one('Ready=False NotReady: still', { observedGeneration: 4 })
    const options = { generation: 4, now, moves: moveWithAnyChange }
    const [decided] = setConditions([stands], [stated(given)], options)
    assert.equal(decided?.lastTransitionTime, now)
    const [patched] = applyConditions(diffConditions([stands], [given]), [stands], options)
    assert.equal(patched?.lastTransitionTime, now)
  })

  it('is not asked of a condition that is new', () => {
    const never: TransitionRule = () => assert.fail('there is nothing to compare with')
    assert.equal(setCondition([], same, { now, moves: never })[0]?.lastTransitionTime, now)
  })
})
