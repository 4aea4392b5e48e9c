import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type KubeObject, mainListOnly, type ObjectRef } from '@sitrep/status'
import type { Connection } from '../connection/connection.ts'
import { errorOfAnswer } from '../errors.ts'
import { manualTiming } from '../timing.testing.ts'
import { Publisher } from './publisher.ts'

const ref: ObjectRef = { group: 'g', kind: 'K', namespace: 'x', name: 'a' }
const resource = { group: 'g', version: 'v1', kind: 'K', plural: 'ks', namespaced: true, names: [] }
const stored: KubeObject = {
  apiVersion: 'g/v1',
  kind: 'K',
  metadata: { name: 'a', namespace: 'x', resourceVersion: '7' },
}

describe('A status that a busy server refuses', () => {
  for (const [httpStatus, retryAfterMs] of [
    [429, 40_000],
    [503, 90_000],
  ] as const)
    it(`with ${httpStatus} is written when the server has had the time that it asked for, not before`, async () => {
      const timing = manualTiming(0)
      const sentAt: number[] = []
      const connection: Connection = {
        server: 'busy',
        request: <Answer>() => {
          sentAt.push(timing.now())
          if (sentAt.length === 1)
            return Promise.reject(errorOfAnswer(httpStatus, 'PATCH', { body: '{}', retryAfterMs }))
          return Promise.resolve(stored as Answer)
        },
        stream: () => Promise.reject(new Error('Nobody streams here')),
        close: () => {},
      }
      const publisher = new Publisher({
        connection,
        timing,
        resourceOf: () => resource,
        stored: () => stored,
        wanted: () => ({ status: { count: 1 }, owned: [], lists: mainListOnly, fields: 'all' }),
        onWritten: () => {},
        onError: () => {},
      })
      publisher.add(ref, 'other')
      await timing.advance(retryAfterMs / 2, 1_000)
      // Something new about it is no reason to come sooner.
      publisher.add(ref, 'deleting')
      await timing.advance(retryAfterMs / 2, 1_000)
      assert.deepEqual(sentAt, [0])
      await timing.advance(retryAfterMs / 5, 1_000)
      assert.equal(sentAt.length, 2)
      await publisher.stop()
    })
})
