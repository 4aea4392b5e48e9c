import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ControllerError, errorOfAnswer } from '../errors.ts'
import { manualTiming } from '../timing.testing.ts'
import type { ApiRequest, Connection } from './connection.ts'
import { patient } from './patience.ts'

type Case = [name: string, second: ApiRequest, afterMs: number, comesThrough: boolean, because: string]

const first: ApiRequest = { path: '/api/v1/secrets?limit=500&fieldSelector=type%3Da' }

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['the same',             first,                                                         8_999, false, 'the server asked for nine seconds, whoever comes'],
  ['the same, in time',    first,                                                         9_000, true,  'they are over'],
  ['a watch of it',        { path: '/api/v1/secrets?fieldSelector=type%3Da&watch=true' }, 1_000, false, 'it is the same place'],
  ['another part of it',   { path: '/api/v1/secrets?fieldSelector=type%3Db' },            1_000, true,  'nobody asked to be spared that'],
  ['another kind',         { path: '/api/v1/pods' },                                      1_000, true,  'nobody asked to be spared that'],
  ['a write in its place', { path: first.path, method: 'DELETE' },                        1_000, true,  'nobody asked to be spared that'],
]

describe('A server that one asker was told to leave alone for nine seconds', () => {
  for (const [name, second, afterMs, comesThrough, because] of cases)
    it(`${comesThrough ? 'is' : 'is not'} asked for ${name}, because ${because}`, async () => {
      const timing = manualTiming(0)
      const asked: string[] = []
      const server = {
        server: 'scripted',
        request: async ({ path }: ApiRequest): Promise<unknown> => {
          if (asked.push(path) > 1) return 'answered'
          throw errorOfAnswer(429, path, { body: '', retryAfterMs: 9_000 })
        },
      } as unknown as Connection
      const connection = patient(server, timing)
      await assert.rejects(connection.request(first), ControllerError)
      // A clock that is set moves nothing of it.
      timing.jump(3_600_000)
      await timing.advance(afterMs, afterMs)
      const answer = await connection.request(second).catch((error: unknown) => error)
      assert.equal(asked.length, comesThrough ? 2 : 1)
      if (comesThrough) return
      assert.ok(answer instanceof ControllerError)
      assert.deepEqual([answer.httpStatus, answer.retryAfterMs], [429, 9_000 - afterMs])
    })
})
