import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connection } from '../../connection/connection.ts'
import { ControllerError } from '../../errors.ts'
import { manualTiming } from '../../timing.testing.ts'
import { LeanText } from './lean-text.ts'
import { pagesOf } from './pages.ts'
import { answered, resource } from './scripted.testing.ts'

/** Serves bodies by token and notes what was asked for. */
function serving(bodies: Readonly<Record<string, string>>, mostBytes = 10_000) {
  const asked: string[] = []
  const connection: Connection = {
    server: 'scripted',
    request: () => Promise.reject(answered(404)),
    stream: async ({ path }) => {
      asked.push(path)
      async function* chunks(): AsyncGenerator<Buffer> {
        yield Buffer.from(bodies[path] ?? '')
      }
      return { chunks: chunks(), close: () => {} }
    },
    close: () => {},
  }
  const pages = pagesOf({
    connection,
    timing: manualTiming(0),
    lean: new LeanText('nothing'),
    resource,
    mostBytes,
    mostValues: 1_000,
    signal: new AbortController().signal,
    pathOf: (token = 'first') => token,
  })
  return { asked, pages }
}

const item = '{"metadata":{"name":"a","continue":"no"},"list":[1]}'
const rest = '{"items":[],"metadata":{"resourceVersion":"7"}}'

const isUnreadable = (error: unknown): boolean =>
  error instanceof ControllerError && error.code === 'unreadable-answer'

type Case = [name: string, body: string, early: boolean, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['before the items',    `{"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":"next"},"items":[${item}]}`, true,  'built-in kinds are written so'],
  ['after the items',     `{"apiVersion":"v1","items":[${item}],"kind":"List","metadata":{"continue":"next","resourceVersion":"7"}}`, true,  'custom resources are written so'],
  ['in a line of its own', `{"items": [${item}], "metadata": {"continue": "next", "resourceVersion": "7"}}`,                          false, 'with spaces it is found by parsing'],
  ['with other objects',  `{"items":[${item}],"metadata":{"continue":"next","resourceVersion":"7","more":{}}}`,                        false, 'what is not plain is left to the parser'],
]

describe('Pages of a list whose token stands', () => {
  for (const [name, body, early, because] of cases) {
    it(`${name}: the next one is asked for ${early ? 'before' : 'after'} parsing, because ${because}`, async () => {
      const { asked, pages } = serving({ first: body, next: rest })
      const shown: string[] = []
      for await (const { objects, resourceVersion } of pages)
        shown.push(`${objects.map(({ metadata }) => metadata.name).join()} at ${resourceVersion}`)
      assert.deepEqual(shown, ['a at 7', ' at 7'])
      assert.deepEqual(asked, ['first', 'next'])
      // On a page that cannot be parsed, what was asked for was asked for before.
      const broken = serving({ first: body.replace(item, '{'), next: rest })
      await assert.rejects(broken.pages.next(), isUnreadable)
      assert.deepEqual(broken.asked, early ? ['first', 'next'] : ['first'])
    })
  }
})

describe('A list that is', () => {
  for (const [name, body] of [
    ['empty', ''],
    ['no JSON', '<html>'],
    ['no object', '7'],
    ['null', 'null'],
    ['of nothing', '{"items":[null]}'],
    ['a text', '{"items":"many"}'],
    ['of things without a name', '{"items":[{"metadata":{}}]}'],
    ['of things with a number for a namespace', '{"items":[{"metadata":{"name":"a","namespace":5}}]}'],
    ['of things with a text for labels', '{"items":[{"metadata":{"name":"a","labels":"x"}}]}'],
    ['of things with a number as a label', '{"items":[{"metadata":{"name":"a","labels":{"x":1}}}]}'],
    ['of things with an owner that is none', '{"items":[{"metadata":{"name":"a","ownerReferences":[7]}}]}'],
    ['longer than allowed', `{"items":[],"text":"${'x'.repeat(10_000)}"}`],
  ] as const)
    it(`${name} is refused as unreadable`, async () => {
      const { pages } = serving({ first: body })
      await assert.rejects(pages.next(), isUnreadable)
    })

  it('without an end and without objects is given up', async () => {
    const { pages, asked } = serving({ first: '{"items":[],"metadata":{"continue":"first"}}' })
    await assert.rejects(async () => {
      for await (const _ of pages);
    }, isUnreadable)
    assert.ok(asked.length < 200, `${asked.length} pages`)
  })

  it('that goes on where it was is given up', async () => {
    const { pages, asked } = serving({
      first: `{"items":[${item}],"metadata":{"continue":"next"}}`,
      next: `{"items":[${item}],"metadata":{"continue":"next"}}`,
    })
    await assert.rejects(async () => {
      for await (const _ of pages);
    }, isUnreadable)
    assert.ok(asked.length < 5, `${asked.length} pages`)
  })
})

describe('An object that a server shows', () => {
  it('is of the kind that was asked for, whatever it says itself', async () => {
    const said = '{"kind":"Cluster","apiVersion":5,"metadata":{"name":"a"}}'
    const { pages } = serving({ first: `{"items":[${said}]}` })
    const { value } = await pages.next()
    assert.deepEqual(value?.objects, [{ kind: 'Thing', apiVersion: 'g/v1', metadata: { name: 'a' } }])
  })
})
