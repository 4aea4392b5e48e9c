import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainLine, widthOf } from '@sitrep/present'
import { type KubeObject, refOf } from '@sitrep/status'
import type { ComputedObject } from '../source/computed-world.ts'
import type { JudgedBranch } from './branch-verdict.ts'
import { eventLines } from './tree-events.ts'

const now = '2026-01-01T00:10:00Z'

const asComputed = (computed: KubeObject): ComputedObject => ({
  ref: refOf(computed),
  reported: computed,
  computed,
  written: computed,
  decided: false,
})

const branchOf = (kind: string, name: string, children: readonly JudgedBranch[] = []): JudgedBranch => ({
  label: `${kind} ${name}`,
  object: asComputed({ apiVersion: 'example.org/v1', kind, metadata: { name, namespace: 'prod' } }),
  verdict: { text: '', meaning: 'bad', reason: '', message: '', type: 'Ready' },
  sameStory: [],
  children,
})

const tree = branchOf('Fleet', 'all', [branchOf('Ship', 'a'), branchOf('Ship', 'b')])

type Happened = [minute: number, type: string, about: string, message: string]

let made = 0
const event = ([minute, type, about, message]: Happened): ComputedObject => {
  const [kind, name] = about.split(' ') as [string, string]
  const body = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `event-${made++}`, namespace: 'prod' },
    type,
    message,
    lastTimestamp: `2026-01-01T00:0${minute}:00Z`,
    involvedObject: { apiVersion: 'example.org/v1', kind, name, namespace: 'prod' },
  }
  return asComputed(body as KubeObject)
}

const told = (events: readonly Happened[], width?: number): readonly string[] =>
  eventLines(tree, events.map(event), { now, width }).map(plainLine)

type Case = [name: string, events: readonly Happened[], says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['none',                 [],                                                                                          [],                                                   'there is nothing to tell'],
  ['a warning',            [[1, 'Warning', 'Ship a', 'it leaks']],                                                      ['  9m  Ship a: it leaks'],                           'warnings matter'],
  ['what goes well',       [[1, 'Normal', 'Ship a', 'painted']],                                                        [],                                                   'nobody is helped by it'],
  ['what speaks changes',  [[1, 'Normal', 'Ship a', 'Ready is True']],                                                  ['  9m  Ship a: Ready is True'],                      'it is well again'],
  ['what does not speak',  [[1, 'Warning', 'Ship a', 'Painted is False: no paint']],                                    [],                                                   'Ready tells of it'],
  ['others',               [[1, 'Warning', 'Ship z', 'it leaks']],                                                      [],                                                   'it is not in the tree'],
  ['in order',             [[5, 'Warning', 'Ship b', 'second'], [1, 'Warning', 'Ship a', 'first']],                     ['  9m  Ship a: first', '  5m  Ship b: second'],      'the newest stands last'],
  ['again',                [[1, 'Warning', 'Ship a', 'it leaks'], [4, 'Warning', 'Ship a', 'it leaks']],                ['  6m  Ship a: it leaks (2 times)'],                 'it is told when it happened last'],
  ['two alike',            [[1, 'Normal', 'Ship a', 'Ready is True'], [2, 'Normal', 'Ship b', 'Ready is True']],        ['  8m  Ship b: Ready is True, and 1 more alike'],    'one line tells of both'],
  ['one cause for three',  [[1, 'Warning', 'Ship a', 'Ready is False (first cause: rain)'], [2, 'Warning', 'Ship b', 'Ready is False (first cause: rain)'], [3, 'Warning', 'Fleet all', 'Ready is False: ships (first cause: rain)']], ['  7m  Fleet all: Ready is False: ships (first cause: rain), and 2 more because of it'], 'rain made all of them'],
]

describe('Events below a tree', () => {
  for (const [name, events, says, because] of cases)
    it(`${name}, because ${because}`, () => assert.deepEqual(told(events).slice(2), says))

  it('are few', () => {
    const many = Array.from({ length: 9 }, (_, at): Happened => [at, 'Warning', 'Ship a', `leak ${at}`])
    assert.deepEqual(
      told(many)
        .slice(2)
        .map((line) => line.slice(-6)),
      ['leak 4', 'leak 5', 'leak 6', 'leak 7', 'leak 8'],
    )
  })

  it('take two lines each on a narrow terminal', () => {
    const lines = told([[1, 'Warning', 'Ship a', 'it leaks a great deal more than it should '.repeat(5)]], 40)
    assert.equal(lines.length, 4)
    for (const line of lines) assert.ok(widthOf(line) <= 40, line)
    assert.ok(lines.at(-1)?.endsWith('…'))
  })
})
