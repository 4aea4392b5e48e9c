import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ControllerError, type ControllerErrorCode } from '@sitrep/controller/connection'
import type { KubeObject } from '@sitrep/status'
import type { Selection } from '../source/selection.ts'
import { type Awaited, absentObject, arrived, askObject } from './ask-object.ts'
import { type Outcome, outcomeAtEnd, outcomeOf } from './outcome.ts'
import { parseExpression } from './parse-expression.ts'
import type { View } from './watched.ts'

const selection: Selection = {
  resource: {
    group: 'example.com',
    version: 'v1',
    kind: 'Widget',
    plural: 'widgets',
    namespaced: true,
    names: ['widget'],
  },
  namespace: 'prod',
  name: 'w',
}

const widget = (...types: readonly string[]): Awaited => {
  const conditions = types.map((type) => ({ type, status: 'True', reason: 'Up', observedGeneration: 1 }))
  const object = {
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w', namespace: 'prod', generation: 1 },
    status: { conditions },
  } as KubeObject
  return arrived('Widget prod/w', object, { now: '2026-01-01T00:00:00Z', families: [] })
}
const absent = ({ gone }: { readonly gone: boolean }): Awaited =>
  absentObject('Widget prod/w', gone ? 'before' : 'never')

const seen = (...awaited: readonly Awaited[]): View => ({ awaited, unread: [] })
const blind = (code?: ControllerErrorCode): View => ({
  awaited: [widget('Ready')],
  unread: [
    {
      selection,
      error: code === undefined ? undefined : new ControllerError(code, `it is ${code}`, { retry: 'never' }),
    },
  ],
})

const told = (outcome: Outcome): string => ('why' in outcome ? `${outcome.is}: ${outcome.why}` : outcome.is)

type Case = [name: string, view: View, meanwhile: string, atEnd: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['it holds',            seen(widget('Ready')),            'holds',   'holds',   'it is as was wanted'],
  ['it does not hold',    seen(widget('Synced')),           'waiting', 'late',    'it is there, and not as was wanted'],
  ['it must not be',      seen(widget('Ready', 'Broken')),  'failed: Widget prod/w: Broken is True (Up)', 'failed: Widget prod/w: Broken is True (Up)', 'what must not be goes first'],
  ['it is not there',     seen(absent({ gone: false })),    'waiting', 'blind: Widget prod/w does not exist', 'nobody can say what it would be'],
  ['it was deleted',      seen(absent({ gone: true })),     'waiting', 'late',   'it was there, and is not as was wanted'],
  ['nothing is there',    seen(),                           'waiting', 'blind: There is no such object', 'nobody can say what it would be'],
  ['not read yet',        blind(),                          'waiting', 'blind: The server has not answered yet', 'half a view is none'],
  ['the server is lost',  blind('not-reachable'),           'waiting', 'blind: it is not-reachable', 'it may come back; what was seen may be old'],
  ['it is forbidden',     blind('forbidden'),               'blind: Not allowed: list and watch widgets.example.com in namespace prod', 'blind: Not allowed: list and watch widgets.example.com in namespace prod', 'waiting does not help'],
]

describe('What must not be', () => {
  type Fault = [failOn: string, view: View, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const faults: Fault[] = [
    ['deleted',                   seen(absent({ gone: true })),        'failed: Widget prod/w: it is gone',              'it was there'],
    ['deleted',                   seen(absent({ gone: false })),       'waiting',                                        'what has not come yet has not gone'],
    ['!exists',                   seen(absent({ gone: false })),       'waiting',                                        'what is not there yet is waited for'],
    ['deleted',                   seen(),                              'waiting',                                        'the first of them is still to come'],
    ['any(Broken) && any(Odd)',   seen(widget('Broken'), widget('Odd')), 'failed: Broken is True (Up); Odd is True (Up)', 'two of them make it, none of them alone'],
  ]
  for (const [text, view, says, because] of faults) {
    it(`--fail-on ${text} of ${view.awaited.length}: ${says}, because ${because}`, async () => {
      const wish = {
        wanted: await parseExpression('Ready'),
        failOn: await parseExpression(text),
        patient: false,
        ask: askObject,
      }
      assert.equal(told(outcomeOf(view, wish)), says)
    })
  }
})

describe('How a wait stands', () => {
  for (const [name, view, meanwhile, atEnd, because] of cases) {
    it(`${name}: ${meanwhile}, at the end ${atEnd}, because ${because}`, async () => {
      const wish = {
        wanted: await parseExpression('Ready'),
        failOn: await parseExpression('Broken'),
        patient: false,
        ask: askObject,
      }
      assert.equal(told(outcomeOf(view, wish)), meanwhile)
      assert.equal(told(outcomeAtEnd(view, wish)), atEnd)
    })
  }
})
