import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { families } from '../families.testing.ts'
import { judge } from '../judge.ts'

const accepted = { type: 'Accepted', status: 'True', reason: 'Accepted', observedGeneration: 2 }
const resolved = { type: 'ResolvedRefs', status: 'True', reason: 'ResolvedRefs', observedGeneration: 2 }
const refused = { type: 'Accepted', status: 'False', reason: 'NotAllowedByListeners', observedGeneration: 2 }
const programmed = { type: 'Programmed', status: 'True', reason: 'Programmed', observedGeneration: 2 }

const parent = (parentRef: object, ...conditions: readonly object[]): object => ({ parentRef, conditions })
const route = (parentRefs: readonly object[], parents?: readonly object[]): object => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'r', namespace: 'prod', generation: 2 },
  spec: { parentRefs },
  status: parents === undefined ? {} : { parents },
})
const gateway = (listeners: readonly string[], reported: readonly object[]): object => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: { name: 'g', namespace: 'prod', generation: 2 },
  spec: { listeners: listeners.map((name) => ({ name })) },
  status: { conditions: [accepted, programmed], listeners: reported },
})
const widget = (status: object): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w' },
  status,
})

type Case = readonly [name: string, object: object, word: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['a parent that agrees',              route([{ name: 'a' }], [parent({ name: 'a' }, accepted, resolved)]),                                                    'Ready',       'every parent it names has agreed'],
  ['a parent spelled out',              route([{ name: 'a' }], [parent({ group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'prod', name: 'a' }, accepted, resolved)]), 'Ready', 'the defaults written out name the same parent'],
  ['a parent of another namespace',     route([{ name: 'a' }], [parent({ namespace: 'dev', name: 'a' }, accepted, resolved)]),                                  'Progressing', 'that is another Gateway'],
  ['a parent without an entry',         route([{ name: 'a' }, { name: 'b' }], [parent({ name: 'a' }, accepted, resolved)]),                                     'Progressing', 'what is not reported is not fine'],
  ['a section without an entry',        route([{ name: 'a', sectionName: 'web' }, { name: 'a', sectionName: 'tls' }], [parent({ name: 'a', sectionName: 'web' }, accepted, resolved)]), 'Progressing', 'each section is a parent of its own'],
  ['a parent that refuses',             route([{ name: 'a' }, { name: 'b' }], [parent({ name: 'a' }, accepted, resolved), parent({ name: 'b' }, refused, resolved)]), 'Degraded', 'one that agrees does not make up for it'],
  ['a parent no longer named',          route([{ name: 'a' }], [parent({ name: 'a' }, accepted, resolved), parent({ name: 'old' }, refused)]),                  'Ready',       'left over from an earlier spec'],
  ['no parents reported',               route([{ name: 'a' }], []),                                                                                             'Progressing', 'an empty list is no agreement'],
  ['listeners that agree',              gateway(['web'], [{ name: 'web', conditions: [accepted, programmed] }]),                                                'Ready',       'the Gateway and its listener'],
  ['a listener without an entry',       gateway(['web', 'tls'], [{ name: 'web', conditions: [accepted, programmed] }]),                                         'Progressing', 'the Gateway alone does not speak for it'],
  ['a listener in conflict',            gateway(['web'], [{ name: 'web', conditions: [{ type: 'Conflicted', status: 'True', reason: 'HostnameConflict', observedGeneration: 2 }] }]), 'Degraded', 'a listener reports a problem'],
  ['an ancestor that refuses',          widget({ ancestors: [{ ancestorRef: { name: 'g' }, conditions: [refused] }] }),                                         'Degraded',    'policies have no other list'],
  ['the newer list of two',             widget({ conditions: [{ type: 'Ready', status: 'True' }], v1beta2: { conditions: [{ type: 'Ready', status: 'False', reason: 'Failed' }] } }), 'Degraded', 'where a newer list is there, the older is not read'],
  ['a list of a component',             widget({ conditions: [{ type: 'Ready', status: 'True' }], components: { db: { conditions: [{ type: 'Ready', status: 'False', reason: 'Failed' }] } } }), 'Degraded', 'a part reports a problem'],
  ['only a list of a component',        widget({ agent: { conditions: [{ type: 'Ready', status: 'True' }] } }),                                                 'Ready',       'the highest list speaks for the whole where it is alone'],
  ['the same type twice',               widget({ conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }, { type: 'Ready', status: 'False', reason: 'Failed', lastTransitionTime: '2025-01-01T00:00:00Z' }] }), 'Ready', 'the latest counts'],
]

describe('scopes of conditions', () => {
  for (const [name, object, word, because] of cases) {
    it(`${name}: ${word}, because ${because}`, () => {
      const verdict = judge(object, { now: '2026-01-01T12:00:00Z', families })
      assert.equal(verdict.word, word, verdict.sentence)
    })
  }
})
