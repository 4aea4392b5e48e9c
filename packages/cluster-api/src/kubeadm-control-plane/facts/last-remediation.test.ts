import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lastRemediation } from './last-remediation.ts'

const note = (machine: string, timestamp: string, retryCount = 0): string =>
  JSON.stringify({ machine, timestamp, retryCount })
const [noon, one] = ['2026-01-01T12:00:00Z', '2026-01-01T13:00:00Z']

describe('the last remediation of a control plane', () => {
  type Case = readonly [
    name: string,
    inProgress: string | undefined,
    replaced: readonly string[],
    says: string,
    because: string,
  ]
  const before = { machine: 'x', time: noon, retryCount: 1 }
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['nothing new',               undefined,          [],                                   'x 12 1',         'what was said stands'],
    ['in progress',               note('a', noon),    [note('b', one)],                     'a 12 0',         'it comes before what is over'],
    ['two were replaced',         undefined,          [note('a', noon), note('b', one, 2)], 'b 13 2',         'the later one is the last'],
    ['a note of nonsense',        undefined,          [note('a', noon), 'hm'],              'x 12 1, failed', 'nobody can tell which is the last'],
    ['a time of nonsense',        note('a', 'noon'),  [],                                   'x 12 1, failed', 'nobody can tell when it was'],
    ['another zone and fractions', note('a', '2026-01-01T14:00:00.5+01:00'), [],            'a 13 0',         'in UTC, to the second'],
  ]
  for (const [name, inProgress, replaced, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const { lastRemediation: last, failed } = lastRemediation({ inProgress, replaced, before })
      const { machine, time, retryCount } = last as typeof before
      assert.equal(`${machine} ${time.slice(11, 13)} ${retryCount}${failed ? ', failed' : ''}`, says)
      assert.match(time, /:00:00Z$/)
    })
  }
})
