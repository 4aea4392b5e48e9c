import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Line, plainLine, widthOf } from '@sitrep/present'
import type { Phase } from '@sitrep/status/following'
import { object } from '../objects.testing.ts'
import { subjectOf } from './event.ts'
import { fitWindow, progressBlock, type ShownProgress } from './progress-block.ts'

const machine = object('cluster.x-k8s.io/v1beta2', 'Machine')
const phases: readonly Phase[] = [
  { name: 'spec', title: 'Spec valid', state: 'done' },
  {
    name: 'control-plane',
    title: 'Control plane',
    state: 'working',
    counts: { desired: 3, replicas: 2, ready: 1, upToDate: 2 },
    note: 'Scaling up',
  },
  { name: 'cni', title: 'CNI', state: 'skipped', note: 'left to the user' },
  { name: 'ready', title: 'Ready', state: 'waiting' },
]
const shown: ShownProgress = {
  object: subjectOf(object('cluster.x-k8s.io/v1beta2', 'Cluster')),
  phases,
  troubles: [],
}
const size = { width: 80, height: 24, elapsedMs: 72_000, now: 100_000 }
const text = (lines: readonly Line[]): readonly string[] => lines.map((line) => plainLine(line).trimEnd())

describe('The picture of a cluster', () => {
  it('has a heading with the time, and a row a phase with mark, bar, counts and words', () => {
    assert.deepEqual(text(progressBlock(shown, size)), [
      'Cluster team/prod  72s',
      '  ✓ Spec valid',
      '  … Control plane  [███████░░░░░░░░░░░░░]  1 of 3 ready  Scaling up',
      '  - CNI            left to the user',
      '  · Ready',
    ])
  })

  it('says what has to be replaced and what has to go', () => {
    const phase = (counts: NonNullable<Phase['counts']>): ShownProgress => ({
      ...shown,
      phases: [{ name: 'workers', title: 'Workers', state: 'working', counts }],
    })
    const rows = text(
      [
        phase({ desired: 3, replicas: 4, ready: 3, upToDate: 2 }),
        phase({ desired: 2, replicas: 3, ready: 3, upToDate: 3 }),
        phase({ desired: 0, replicas: 0, ready: 0, upToDate: 0 }),
      ].flatMap((cluster) => progressBlock(cluster, size)),
    )
    assert.match(rows[1] ?? '', /3 of 3 ready, 2 to replace$/)
    assert.match(rows[3] ?? '', /3 of 2 ready, 1 to remove$/)
    assert.match(rows[5] ?? '', /\[█{20}\] {2}0 of 0 ready$/)
  })

  it('shows troubles with how long they have lasted, three at most', () => {
    const troubles = ['a', 'b', 'c', 'd', 'e'].map((words) => ({
      trouble: { object: machine, text: words, reason: 'Failed', weight: 'error' as const },
      since: 88_000,
      doubtful: false,
    }))
    const rows = text(progressBlock({ ...shown, phases: [], troubles }, size))
    assert.deepEqual(rows.slice(1), [
      '  ! Machine team/prod: a (Failed)  for 12s',
      '  ! Machine team/prod: b (Failed)  for 12s',
      '  ! Machine team/prod: c (Failed)  for 12s',
      '  ! and 2 more',
    ])
  })

  it('never goes beyond the window, neither to the right nor down', () => {
    const long = { ...shown, phases: phases.map((phase) => ({ ...phase, note: '宽'.repeat(200) })) }
    for (const width of [1, 10, 40, 79]) {
      const window = { ...size, width, height: 10 }
      const rows = fitWindow(
        [long, long, long].flatMap((cluster) => progressBlock(cluster, window)),
        window,
      )
      assert.ok(rows.length <= 9)
      for (const row of rows) assert.ok(widthOf(plainLine(row)) < width || width === 1, plainLine(row))
    }
  })

  it('drops what is over first where the window is low', () => {
    const rows = text(progressBlock(shown, { ...size, height: 4 }))
    assert.deepEqual(
      rows.map((row) => row.slice(0, 17)),
      ['Cluster team/prod', '  … Control plane', '  · Ready'],
    )
  })

  it('makes what objects say harmless', () => {
    const evil = { ...shown, phases: [{ ...(phases[0] as Phase), note: '\u001b[2Jgone\u202e' }] }
    const drawn = text(progressBlock(evil, size)).join('\n')
    for (const character of ['\u001b', '\u202e']) assert.ok(!drawn.includes(character))
  })
})
