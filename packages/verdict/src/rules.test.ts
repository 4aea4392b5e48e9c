import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KindKnowledge } from '@sitrep/status'
import { families } from './families.testing.ts'
import { judge } from './judge.ts'
import { verdictRows } from './rules.ts'

const now = '2026-01-01T12:00:00Z'
const old = { name: 'x', generation: 2, creationTimestamp: '2025-01-01T00:00:00Z' }
const widget = (parts: object): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: old,
  ...parts,
})
const conditions = (
  ...list: readonly (readonly [type: string, status: string, reason?: string])[]
): object => ({
  conditions: list.map(([type, status, reason]) => ({ type, status, ...(reason && { reason }) })),
})

type Case = readonly [rule: string, object: object, word: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['it is being deleted', widget({ metadata: { ...old, deletionTimestamp: now }, spec: { paused: true }, status: conditions(['Ready', 'True']) }), 'Terminating', 'a deletion goes before all else'],
  ['somebody has paused it', widget({ spec: { suspend: true }, status: conditions(['Ready', 'True']) }), 'Paused', 'what it reports is no longer kept up'],
  ['it was created a moment ago and nothing is reported yet', widget({ metadata: { ...old, creationTimestamp: '2026-01-01T11:59:00Z' } }), 'Progressing', 'a controller may be on its way'],
  ['nothing is reported', widget({ status: {} }), 'Unknown', 'nobody has reported for a year'],
  ['what is reported is about another generation', widget({ status: { observedGeneration: 1, phase: 'Failed' } }), 'Stale', 'a failure of an older spec says nothing about this one'],
  ['it has failed for good', widget({ status: conditions(['Stalled', 'True'], ['Ready', 'False', 'BuildFailed']) }), 'Stalled', 'it says itself that it has given up'],
  ['it reports a problem', widget({ status: { phase: 'Failed', replicas: 3, readyReplicas: 1 } }), 'Degraded', 'a problem outweighs work that goes on'],
  ['it has come to a good end', { ...widget({ status: { phase: 'Succeeded', steps: [{ name: 'a', state: 'Failed' }] } }), kind: 'WidgetRun' }, 'Ready', 'a step that failed and was repeated does not count after a good end'],
  ['a part of it reports a problem', widget({ status: { phase: 'Running', parts: { a: { state: 'Failed' } } } }), 'Degraded', 'a whole that runs does not hide a broken part'],
  ['it reports that it is paused', widget({ status: { phase: 'Paused', parts: { a: { state: 'Creating' } } } }), 'Paused', 'the whole says that nothing goes on'],
  ['work goes on', widget({ status: { ...conditions(['Ready', 'True']), replicas: 3, readyReplicas: 2 } }), 'Progressing', 'two of three are ready'],
  ['it reports that it is not ready and does not say why', widget({ status: conditions(['Ready', 'False']) }), 'Degraded', 'not ready, and no sign that anybody is at work'],
  ['something that must be reported is not', { ...widget({ status: conditions(['Accepted', 'True', 'Accepted']) }), apiVersion: 'gateway.networking.k8s.io/v1', kind: 'Gateway' }, 'Progressing', 'Programmed is yet to come'],
  ['what is reported is unknown', widget({ status: conditions(['Ready', 'Unknown']) }), 'Unknown', 'it says that it does not know'],
  ['it reports that it is good', widget({ status: conditions(['Ready', 'True']) }), 'Ready', 'it says so'],
  ['it ends by itself and has not yet', { ...widget({ status: { startTime: now } }), kind: 'WidgetRun' }, 'Progressing', 'it was started, and no end is reported'],
  ['its main state is a word that nobody knows', widget({ status: { phase: 'Frobnicated', parts: { a: { state: 'Running' } } } }), 'Unknown', 'what the whole says cannot be read, and its parts do not stand for it'],
  ['all parts that report are good', widget({ status: { parts: { a: { state: 'Running' }, b: { state: 'Running' } } } }), 'Ready', 'each part says so and nothing contradicts'],
  ['only stages on the way are reported', widget({ status: conditions(['Scheduled', 'True']) }), 'Progressing', 'a stage is not the goal'],
  ['problems are denied for the present generation', widget({ status: { observedGeneration: 2, ...conditions(['Degraded', 'False']) } }), 'Ready', 'somebody has looked at this generation and found nothing'],
  ['this kind reports nothing while all is well', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } }, 'Ready', 'to be there is all it does'],
  ['this kind reports only that it was seen, and it was', { ...widget({ status: { observedGeneration: 2 } }), apiVersion: 'elbv2.k8s.aws/v1beta1', kind: 'TargetGroupBinding' }, 'Ready', 'it never says more than that'],
  ['one good word is all that it says', widget({ status: { message: 'Healthy' } }), 'Ready', 'it is a guess, and nothing contradicts it'],
  ['only entries of a list are reported, and nothing sums them up', widget({ status: { shards: [{ name: 'a', state: 'Running' }, { name: 'b', state: 'Running' }] } }), 'Unknown', 'nobody says whether these are all'],
  ['nobody knows which answer of its conditions is the good one', widget({ status: conditions(['Frobbed', 'True']) }), 'Unknown', 'True may be the good answer, or not'],
  ['nothing that is reported says whether it is good', widget({ status: { endpoint: 'http://x' } }), 'Unknown', 'an address is no state'],
]

describe('the table of verdicts', () => {
  for (const [rule, object, word, because] of cases) {
    it(`${rule}: ${word}, because ${because}`, () => {
      const verdict = judge(object, { now, families })
      assert.deepEqual([verdict.rule, verdict.word], [rule, word], verdict.sentence)
    })
  }

  it('has a test for every row', () => {
    assert.deepEqual(
      cases.map(([rule]) => rule),
      verdictRows.map(([rule]) => rule),
    )
  })

  it('says in the sentence what the word rests on, and puts that first in the evidence', () => {
    const verdict = judge(widget({ status: { phase: 'Running', parts: { db: { state: 'Failed' } } } }), {
      now,
      families,
    })
    assert.equal(verdict.sentence, 'Widget x is degraded: parts.db.state is Failed')
    assert.deepEqual(
      verdict.evidence.map(({ path, means }) => `${path} ${means}`),
      ['status.parts.db.state bad', 'status.phase good'],
    )
  })

  it('says of every Unknown what is missing, in the sentence too', () => {
    const unknown = cases
      .map(([, object]) => judge(object, { now, families }))
      .filter(({ word }) => word === 'Unknown')
    assert.equal(unknown.length, 6)
    for (const { sentence, missing } of unknown)
      assert.ok(missing !== undefined && sentence.endsWith(missing))
    assert.deepEqual(
      unknown.map(({ missing }) => missing),
      [
        'a status: nobody has written one',
        'a plain answer at status.conditions[Ready]',
        'what status.phase Frobnicated means for this kind',
        'a condition or a state that speaks for all entries together',
        'which answer of status.conditions[Frobbed] is the good one',
        'a condition, a state or a counter that tells: the status holds only endpoint',
      ],
    )
  })

  it('takes facts about a further kind before those that are built in', () => {
    const object = widget({ status: conditions(['Armed', 'True']) })
    const armed: KindKnowledge = { source: 'own', group: 'example.com', conditions: { Armed: 'problem' } }
    const own = [{ kinds: [], knowledge: [armed] }]
    assert.deepEqual(
      [
        judge(object, { now, families }).word,
        judge(object, { now, families: own }).word,
        judge(object, { now, families: own }).generic,
      ],
      ['Unknown', 'Degraded', false],
    )
  })
})
