import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createCatalog,
  type KubeObject,
  type ObjectRef,
  type StatusDefinition,
  type View,
} from '@sitrep/status'
import type { WorldChange } from './change.ts'
import { createEngine, type Engine } from './engine.ts'

const now = '2026-01-01T00:00:00Z'
const group = 'awaited.sitrep.dev'
const nothing: View<undefined> = { name: 'nothing', of: () => undefined }
const lamp: ObjectRef = { group, kind: 'Lamp', name: 'a' }

/** Says whether its lamp was found, was missing or could not be looked at; the view itself never changes. */
const asker: StatusDefinition<KubeObject, string, object> = {
  kind: { group, kind: 'Asker' },
  observe: (_, world) => {
    const answer = world.get(lamp, nothing)
    return answer.read ? ('item' in answer ? 'found' : 'missing') : 'unread'
  },
  compute: (answer) => ({ status: { answer }, decided: [] }),
  columns: [],
  onFailure: 'Ready',
}
const object = (kind: string, status?: object): WorldChange => ({
  object: { apiVersion: `${group}/v1`, kind, metadata: { name: 'a' }, ...(status && { status }) },
})
const readable: WorldChange = { kind: 'every', read: true }
const awaited: WorldChange = { awaited: lamp }

const answerOf = (engine: Engine): unknown =>
  (engine.object({ group, kind: 'Asker', name: 'a' })?.status as { answer?: unknown } | undefined)?.answer

type Case = [name: string, turns: readonly (readonly WorldChange[])[], says: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['while it is awaited',        [[readable, awaited, object('Asker', { answer: 'before' })]],                                'before',  'nobody has told anything yet'],
  ['when it comes',              [[readable, awaited, object('Asker', { answer: 'before' })], [object('Lamp')]],              'found',   'it was waited for'],
  ['when there is none',         [[readable, awaited, object('Asker', { answer: 'before' })], [{ gone: lamp }]],              'missing', 'that is an answer too'],
  ['when it came with the word', [[readable, awaited, object('Lamp'), object('Asker', { answer: 'before' })]],                'found',   'it is there'],
  ['when it was there before',   [[readable, object('Lamp'), object('Asker', { answer: 'before' })], [awaited], [object('Asker', { answer: 'other' })]], 'found', 'what is known stands'],
  ['when nobody awaits it',      [[readable, object('Asker', { answer: 'before' })]],                                         'missing', 'the kind can be read and it is not there'],
]

describe('An object of which somebody is finding out', () => {
  for (const [name, turns, says, because] of cases) {
    it(`${name}: ${says}, because ${because}`, () => {
      const engine = createEngine(createCatalog({ definitions: [asker] }), { unread: 'hold' })
      for (const changes of turns) engine.apply(changes, now)
      assert.equal(answerOf(engine), says)
    })
  }

  it('cannot be read where nothing is held', () => {
    const engine = createEngine(createCatalog({ definitions: [asker] }))
    engine.apply([readable, awaited, object('Asker')], now)
    assert.equal(answerOf(engine), 'unread')
  })

  it('in answer to what a pass yields: that is yielded meanwhile, and the status stands', () => {
    const wish: ObjectRef = { group: 'sitrep.dev', kind: 'Wish', name: 'a' }
    const wishing: typeof asker = {
      ...asker,
      compute: (answer) => ({
        status: { answer },
        decided: [],
        derived: [
          { apiVersion: 'sitrep.dev/v1alpha1', kind: 'Wish', metadata: { name: 'a' }, spec: { answer } },
        ],
      }),
      derives: [wish],
      answers: [lamp],
    }
    const engine = createEngine(createCatalog({ definitions: [wishing] }), { unread: 'hold' })
    engine.apply([readable, awaited, object('Asker', { answer: 'before' })], now)
    assert.deepEqual([answerOf(engine), engine.object(wish)?.spec], ['before', { answer: 'unread' }])
    engine.apply([object('Lamp')], now)
    assert.deepEqual([answerOf(engine), engine.object(wish)?.spec], ['found', { answer: 'found' }])
  })
})
