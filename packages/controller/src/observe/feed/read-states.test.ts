import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ControllerError, type ControllerErrorCode } from '../../errors.ts'
import type { Timing } from '../../timing.ts'
import { ReadStates } from './read-states.ts'

/** What came of reading, and at which second: `ok`, or with which code it failed. */
type Reading = readonly [second: number, outcome: 'ok' | ControllerErrorCode]
type Case = readonly [name: string, readings: readonly Reading[], says: string, because: string]

const each = (code: ControllerErrorCode, ...seconds: readonly number[]): readonly Reading[] =>
  seconds.map((second) => [second, code])
const ok: Reading = [0, 'ok']

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['can be read',                    [ok],                                                                   'read at 0',                'that is news'],
  ['can be read again and again',    [ok, [5, 'ok']],                                                        'read at 0',                'it was said'],
  ['is forbidden',                   each('forbidden', 1),                                                   'unread at 1',              'nobody waits for what was never allowed'],
  ['is forbidden once after all',    [ok, ...each('forbidden', 1, 2, 3, 4), [5, 'ok']],                      'read at 0',                'rights are rebuilt'],
  ['is not allowed any more',        [ok, ...each('forbidden', 1, 2, 3, 4, 5)],                              'read at 0, unread at 5',   'that is an answer'],
  ['fails for a moment at first',    [...each('server-failed', 0, 1, 2, 4, 8, 14), [20, 'ok']],              'read at 20',               'a server starts up'],
  ['fails for long at first',        each('server-failed', 0, 1, 2, 4, 8, 16),                               'unread at 16',             'somebody waits for a word'],
  ['fails seldom at first',          each('server-failed', 0, 20, 40, 60),                                   'nothing',                  'four failures may be chance'],
  ['fails for a while afterwards',   [ok, ...each('server-failed', 1, 2, 4, 8, 16, 32, 60), [61, 'ok']],     'read at 0',                'what was read stands'],
  ['fails for a minute afterwards',  [ok, ...each('server-failed', 1, 2, 4, 8, 16, 32, 62)],                 'read at 0, unread at 62',  'it may have changed in every way'],
  ['fails on and off',               [ok, ...each('server-failed', 1, 2, 40), [41, 'ok'], ...each('server-failed', 42, 43, 80)], 'read at 0', 'each time it came back'],
  ['is out of reach for an hour',    [ok, ...each('not-reachable', 1, 600, 1200, 1800, 3600)],               'read at 0',                'whether a server is there is said elsewhere'],
]

describe('Something that is read', () => {
  for (const [name, readings, says, because] of cases)
    it(`${name}: ${says}, because ${because}`, () => {
      let second = 0
      const states = new ReadStates({ elapsed: () => second * 1_000 } as Timing)
      const said: string[] = []
      for (const [at, outcome] of readings) {
        second = at
        const read = outcome === 'ok'
        const error = new ControllerError(read ? 'server-failed' : outcome, outcome, {
          retry: 'with-backoff',
        })
        if (states.take('it', read ? { read } : { read, why: outcome, error }))
          said.push(`${read ? 'read' : 'unread'} at ${at}`)
      }
      assert.equal(said.join(', ') || 'nothing', says)
    })
})
