import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { lastSeen } from './event-expiry.ts'

describe('when an Event was last seen', () => {
  const event = (rest: JsonObject): KubeObject =>
    ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e', creationTimestamp: '2026-01-01T00:00:00Z' },
      ...rest,
    }) as KubeObject

  type Case = [name: string, rest: JsonObject, seen: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['creation',     {},                                                            '2026-01-01T00:00:00Z', 'nothing else is known'],
    ['last time',    { lastTimestamp: '2026-01-01T01:00:00Z' },                     '2026-01-01T01:00:00Z', 'a recorder counted it again'],
    ['series',       { series: { lastObservedTime: '2026-01-01T02:00:00.5Z' } },    '2026-01-01T02:00:00.5Z', 'newer recorders keep series'],
    ['null',         { lastTimestamp: null, eventTime: null },                      '2026-01-01T00:00:00Z', 'empty times say nothing'],
  ]
  for (const [name, rest, seen, because] of cases) {
    it(`${name}: ${seen}, because: ${because}`, () => {
      assert.equal(lastSeen(event(rest)), Date.parse(seen))
    })
  }
})
