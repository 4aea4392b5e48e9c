import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, JsonObject } from '../json/json.ts'
import { maxDepth } from '../json/parsed.ts'
import {
  type Answer,
  applyPatch,
  definitionsPath,
  jsonPatch,
  mergePatch,
  openTestServer,
  type TestServer,
  widget,
  widgetDefinition,
  widgetsPath,
} from '../server.testing.ts'

let test: TestServer
before(async () => {
  test = await openTestServer()
  await test.call('POST', definitionsPath, widgetDefinition())
})
after(() => test.close())

/** How many turns of the event loop others had before the answer came. */
async function turnsDuring(
  call: () => Promise<Answer>,
): Promise<{ readonly turns: number; readonly status: number }> {
  let turns = 0
  let over = false
  const count = (): void => {
    if (over) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  const { status } = await call()
  over = true
  return { turns, status }
}

describe('a large object', () => {
  const members = (count: number, value: Json): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]))
  const large = { spec: members(8000, 'value') }

  it('is written in steps, between which others have their turns', async () => {
    const small = await turnsDuring(() => test.call('POST', widgetsPath, widget('small')))
    const steps = [
      await turnsDuring(() => test.call('POST', widgetsPath, widget('large', large))),
      await turnsDuring(() => test.call('PATCH', `${widgetsPath}/large`, { spec: { z: 1 } }, mergePatch)),
      await turnsDuring(() =>
        test.call('PATCH', `${widgetsPath}/applied?fieldManager=f`, widget('applied', large), applyPatch),
      ),
    ]
    assert.ok(small.turns <= 2, `a small one took ${small.turns} turns`)
    for (const { turns, status } of steps)
      assert.ok(status < 300 && turns >= 4, `${status} after ${turns} turns`)
  })

  it('that others change all the time is changed in the end', async () => {
    let over = false
    const busy = (async () => {
      for (let count = 0; !over; count++)
        await test.call(
          'PATCH',
          `${widgetsPath}/large/?fieldManager=b`,
          { metadata: { labels: { n: `${count}` } } },
          mergePatch,
        )
    })()
    const { status } = await test.call(
      'PATCH',
      `${widgetsPath}/large`,
      { spec: { patient: true } },
      mergePatch,
    )
    over = true
    await busy
    assert.equal(status, 200)
  })

  it('of too many values is refused, and so is what patches make of it', async () => {
    const refused = await test.call(
      'POST',
      widgetsPath,
      widget('many', { spec: { list: Array(60_000).fill(1) } }),
    )
    assert.deepEqual([refused.status, /at most 50000/.test(refused.text)], [400, true])
    const list = Array.from({ length: 30_000 }, () => 1)
    await test.call('PATCH', `${widgetsPath}/small`, { spec: { a: list } }, mergePatch)
    const { status, text } = await test.call(
      'PATCH',
      `${widgetsPath}/small`,
      { spec: { b: list } },
      mergePatch,
    )
    assert.deepEqual([status, /at most 50000/.test(text)], [422, true])
  })
})

describe('a deep object', () => {
  const nested = (levels: number): Json =>
    JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as Json
  const path = `${widgetsPath}/deep`

  it('is answered in every form, as deep as one may be', async () => {
    assert.equal(
      (await test.call('POST', widgetsPath, widget('deep', { spec: nested(maxDepth - 10) }))).status,
      201,
    )
    // biome-ignore format: the table is the specification; its columns stay aligned
    const requests: readonly [method: string, query: string, body: Json | undefined, headers: Record<string, string>][] = [
      ['GET',    '',                       undefined,                               { accept: 'application/yaml' }],
      ['GET',    '?pretty=1',              undefined,                               {}],
      ['GET',    '',                       undefined,                               { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }],
      ['PATCH',  '',                       { spec: { b: nested(900) } },            mergePatch],
      ['PATCH',  '',                       [{ op: 'test', path: '/spec/b', value: nested(900) }], jsonPatch],
      ['PATCH',  '?fieldManager=f&force=1', widget('deep', { spec: nested(maxDepth - 10) }), applyPatch],
      ['DELETE', '',                       undefined,                               {}],
    ]
    for (const [method, query, body, headers] of requests) {
      const { status, text } = await test.call(method, path + query, body, headers)
      assert.equal(status, 200, `${method} ${query} ${text.slice(0, 200)}`)
    }
    assert.deepEqual(test.mistakes, [])
  })

  it('that is deeper is refused, whichever way it comes', async () => {
    await test.call('POST', widgetsPath, widget('shallow', { spec: { a: nested(600) } }))
    const deep = `{"spec":${'['.repeat(5000)}${']'.repeat(5000)}}`
    const answers = [
      await test.call('POST', widgetsPath, Buffer.from(deep)),
      await test.call('POST', widgetsPath, Buffer.from(deep), { 'content-type': 'application/yaml' }),
      await test.call('PATCH', `${widgetsPath}/shallow`, Buffer.from(deep), mergePatch),
      await test.call('PATCH', `${widgetsPath}/shallow?fieldManager=f`, Buffer.from(deep), applyPatch),
      await test.call(
        'PATCH',
        `${widgetsPath}/shallow`,
        [{ op: 'copy', from: '/spec/a', path: `/spec/a${'/a'.repeat(599)}` }],
        jsonPatch,
      ),
    ]
    for (const { status, text } of answers) {
      assert.ok(status === 400 || status === 422, `${status} ${text.slice(0, 200)}`)
      assert.match(text, /max depth of 1000|nested too deep/)
    }
    assert.deepEqual(test.mistakes, [])
  })
})
