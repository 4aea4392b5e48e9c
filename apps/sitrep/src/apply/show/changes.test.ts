import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainLine } from '@sitrep/present'
import type { Progress } from '@sitrep/status/following'
import { object } from '../objects.testing.ts'
import { changesBetween } from './changes.ts'
import { subjectOf } from './event.ts'
import { eventLine } from './event-line.ts'

const machine = object('cluster.x-k8s.io/v1beta2', 'Machine')
const subject = subjectOf(object('cluster.x-k8s.io/v1beta2', 'Cluster'))
const begun: Progress = {
  phases: [
    { name: 'spec', title: 'Spec valid', state: 'working' },
    { name: 'workers', title: 'Workers', state: 'waiting' },
  ],
  troubles: [],
  ready: false,
}
const broken: Progress = {
  ...begun,
  troubles: [{ object: machine, text: 'no\ndata', reason: 'Failed', weight: 'error', older: true }],
}
const counts = { desired: 3, replicas: 3, ready: 1, upToDate: 3 }

type Case = [
  name: string,
  before: Progress | undefined,
  after: Progress,
  says: readonly string[],
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['the first look',  undefined, begun,  ['Cluster team/prod: Spec valid working'], 'what has not begun is no news'],
  ['nothing',         begun,     begun,  [],                                        'the same is not told twice'],
  ['progress',        begun,     { ...begun, phases: [{ name: 'spec', title: 'Spec valid', state: 'done' }, { name: 'workers', title: 'Workers', state: 'working', counts, note: 'slow' }] }, ['Cluster team/prod: Spec valid done', 'Cluster team/prod: Workers working, 1 of 3 ready: slow'], 'both have moved'],
  ['trouble',         begun,     broken, ['Cluster team/prod: Machine team/prod: no data (Failed), perhaps about an older generation'], 'it is told as soon as it is known'],
  ['recovery',        broken,    begun,  ['Cluster team/prod: no longer: Machine team/prod: no data (Failed), perhaps about an older generation'], 'who read of it wants to know'],
]

describe('What is told between two looks', () => {
  for (const [name, before, after, says, because] of cases) {
    it(`${name}, because ${because}`, () => {
      assert.deepEqual(
        changesBetween(before, after, subject).map((event) => plainLine(eventLine(event))),
        says,
      )
    })
  }
})
