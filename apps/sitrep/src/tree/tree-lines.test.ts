import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainLine, widthOf } from '@sitrep/present'
import { type KubeObject, refOf } from '@sitrep/status'
import { families } from '../testing.ts'
import type { Branch } from './branch.ts'
import { judgedTree } from './branch-verdict.ts'
import { type TreeOptions, treeLines } from './tree-lines.ts'

const now = '2026-01-01T00:05:00Z'

function machine(
  name: string,
  message: string,
  generations: { readonly wanted?: number; readonly observed?: number } = {},
): Branch {
  const computed: KubeObject = {
    apiVersion: 'cluster.x-k8s.io/v1beta2',
    kind: 'Machine',
    metadata: { name, namespace: 'prod', ...(generations.wanted && { generation: generations.wanted }) },
    status: {
      observedGeneration: generations.observed,
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'NotReady',
          message,
          lastTransitionTime: '2026-01-01T00:00:00Z',
        },
        { type: 'Available', status: 'False', reason: 'NotReady', message: '' },
        { type: 'OwnerRemediated', status: 'False', reason: 'Waiting', message: 'too many at once' },
      ],
    },
  }
  return {
    label: `Machine ${name}`,
    object: { ref: refOf(computed), reported: computed, computed, written: computed, decided: false },
    children: [],
  }
}

const linesOf = (children: readonly Branch[], options: Partial<TreeOptions> = {}): readonly string[] =>
  treeLines(judgedTree({ label: 'Workers', children }, { now, families }), {
    now,
    width: undefined,
    show: 'failing',
    depth: 9,
    ...options,
  }).map(plainLine)

describe('Lines of a tree', () => {
  it('put siblings together only where the cause is the same', () => {
    const lines = linesOf(
      [
        machine('a', 'Node a is ill'),
        machine('b', 'Node b is ill'),
        machine('c', 'Node c is ill'),
        machine('d', 'No quota'),
      ],
      { show: 'none' },
    )
    assert.deepEqual(lines, [
      'NAME                   STATUS        REASON    SINCE',
      'Workers',
      '├─3 Machines: a, b, c  Ready: False  NotReady  5m',
      '│     Node a is ill',
      '└─Machine d            Ready: False  NotReady  5m',
      '      No quota',
    ])
  })

  type Case = [show: string, notes: readonly string[], because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['none',            ['ill'],                                                                                       'the message belongs to the row'],
    ['failing',         ['ill', 'OwnerRemediated False Waiting: too many at once'],                                    'Available follows from Ready'],
    ['all',             ['ill', 'Ready False NotReady: ill', 'Available False NotReady', 'OwnerRemediated False Waiting: too many at once'], 'nothing is left out'],
    ['ownerremediated', ['ill', 'OwnerRemediated False Waiting: too many at once'],                                    'types are found in any case'],
  ]
  for (const [show, notes, because] of cases) {
    it(`--show-conditions ${show}, because ${because}`, () => {
      assert.deepEqual(
        linesOf([machine('a', 'ill')], { show })
          .slice(3)
          .map((line) => line.trim()),
        notes,
      )
    })
  }

  it('fit the terminal: columns are left out, names cut, messages wrapped below their indentation', () => {
    const long =
      'a message that goes on for longer than any terminal of this size could ever show in one line'
    for (const width of [50, 80, 120]) {
      const lines = linesOf([machine('a-name-that-is-rather-long-for-a-machine', long)], { width })
      for (const line of lines) assert.ok(widthOf(line) <= width, `${width}: ${line}`)
      assert.match(lines.map((line) => line.trim()).join(' '), /ever show in one line/)
    }
  })

  it('keep status, reason and since on 80 columns, and the names of Machines', () => {
    const name = 'payments-web-49nxg-kdcdn'
    const [heads = '', , row = ''] = linesOf([machine(name, 'ill')], { width: 80 })
    assert.match(heads, /^NAME +STATUS +REASON +SINCE/)
    assert.match(row, new RegExp(`Machine ${name} +Ready: False +NotReady +5m`))
  })

  it('say once what several conditions say in the same words', () => {
    const { object, ...branch } = machine('a', '')
    const waiting = ['NodeHealthy', 'NodeReady', 'EtcdPodHealthy'].map((type) => ({
      type,
      status: 'Unknown',
      reason: 'InspectionFailed',
      message: 'Waiting for the control plane',
    }))
    const computed = { ...(object as { computed: KubeObject }).computed, status: { conditions: waiting } }
    const lines = linesOf([
      { ...branch, object: { ...(object as NonNullable<Branch['object']>), computed } },
    ]).map((line) => line.trim())
    const said = 'NodeHealthy Unknown InspectionFailed: Waiting for the control plane'
    assert.equal(lines.filter((line) => line.includes('Waiting for the control plane')).length, 1)
    assert.ok(lines.includes(`${said}, and 2 more because of it`), lines.join('\n'))
  })

  it('mark a status about an older generation', () => {
    const lines = linesOf([machine('a', 'ill', { wanted: 2, observed: 1 })])
    assert.match(lines[2] ?? '', /Machine a \* /)
    assert.equal(lines.at(-1), '* its status is about an older generation')
  })

  it('end where the depth ends, and count what is left out', () => {
    assert.deepEqual(linesOf([machine('a', 'ill'), machine('b', 'ill')], { depth: 0 }).slice(1), [
      'Workers',
      '    … 2 below',
    ])
  })

  it('show text from objects as text', () => {
    const text = linesOf([machine('a', 'x\u001b[2J')]).join('\n')
    assert.ok(!text.includes('\u001b') && text.includes('x\\u{1b}[2J'), text)
  })
})
