import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { eventually, openTestServer, type TestServer } from '../server.testing.ts'
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

describe('Events', () => {
  const path = '/api/v1/namespaces/default/events'
  const named = (name: string, times: JsonObject = {}): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace: 'default' },
    involvedObject: { kind: 'Pod', name: 'a', namespace: 'default' },
    ...times,
  })

  const left = async ({ call }: Pick<TestServer, 'call'>): Promise<readonly string[]> => {
    const { body } = await call('GET', path)
    return (body as unknown as { items: readonly KubeObject[] }).items.map(({ metadata }) => metadata.name)
  }

  it('are forgotten an hour after they were seen last, however many there are', async (context: TestContext) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    const test = await openTestServer()
    context.after(() => test.close())
    for (let at = 0; at < 600; at++) await test.call('POST', path, named(`old-${at}`))
    await test.call('POST', path, named('seen', { lastTimestamp: '2026-01-01T00:30:00Z' }))
    test.advance(3_601_000)
    context.mock.timers.tick(60_000)
    await eventually(async () => (await left(test)).length === 1)
    assert.deepEqual(await left(test), ['seen'])
    assert.deepEqual(test.mistakes, [])
  })

  it('are kept as long as told', async (context: TestContext) => {
    context.mock.timers.enable({ apis: ['setInterval'] })
    const test = await openTestServer({ controllers: { eventLifetimeMs: 60_000 } })
    context.after(() => test.close())
    await test.call('POST', path, named('old'))
    test.advance(61_000)
    await test.call('POST', path, named('young'))
    context.mock.timers.tick(60_000)
    await eventually(async () => (await left(test)).length === 1)
    assert.deepEqual(await left(test), ['young'])
  })
})
