import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import type { ComparedObject } from './compared.ts'
import type { ComparedField } from './compared-fields.ts'
import { outcomeOf, reportOn } from './comparison-report.ts'
import { Disagreements } from './disagreements.ts'

const ready = (status: Condition['status'], message = ''): Condition => ({
  type: 'Ready',
  status,
  reason: `Is${status}`,
  message,
})
const nothing: ComparedObject = { conditions: [], fields: [], unseen: [] }
const sides = (reported: Condition | undefined, computed: Condition, at?: string): ComparedObject => ({
  ...nothing,
  conditions: [{ at, type: 'Ready', reported, computed }],
})
const field = (name: string, reported: unknown, computed: unknown): ComparedField => ({
  field: name,
  reported,
  computed,
})
const ref = (name: string) => ({ group: 'g', kind: 'Machine', namespace: 'x', name })

describe('Disagreements', () => {
  it('count once both sides have been unchanged for half a minute', () => {
    const disagreements = new Disagreements()
    disagreements.compare(ref('a'), { compared: sides(ready('True'), ready('False')), now: 0 })
    assert.deepEqual(reportOn(disagreements, 29_999).items, [])
    assert.deepEqual(
      reportOn(disagreements, 30_000).items.map(({ kind, type, count }) => [kind, type, count]),
      [['Machine', 'Ready', 1]],
    )
  })

  it('begin anew when either side says something else', () => {
    const disagreements = new Disagreements()
    disagreements.compare(ref('a'), { compared: sides(ready('True'), ready('False')), now: 0 })
    disagreements.compare(ref('a'), {
      compared: sides(ready('True'), ready('False', 'now with a cause')),
      now: 20_000,
    })
    assert.deepEqual(reportOn(disagreements, 40_000).items, [])
    assert.equal(reportOn(disagreements, 50_000).items.length, 1)
  })

  it('are over when both say the same, or the object is gone', () => {
    const disagreements = new Disagreements()
    for (const name of ['a', 'b'])
      disagreements.compare(ref(name), { compared: sides(ready('True'), ready('False')), now: 0 })
    disagreements.compare(ref('a'), { compared: sides(ready('False'), ready('False')), now: 1 })
    disagreements.forget(ref('b'))
    assert.deepEqual(reportOn(disagreements, 60_000).items, [])
  })

  it('times and generations are not disagreed upon', () => {
    const disagreements = new Disagreements()
    const reported = { ...ready('True'), observedGeneration: 1 }
    const computed = { ...ready('True'), lastTransitionTime: '2026-01-01T00:00:00Z' }
    disagreements.compare(ref('a'), { compared: sides(reported, computed), now: 0 })
    assert.deepEqual(reportOn(disagreements, 60_000).items, [])
  })

  it('show three examples and the number of all', () => {
    const disagreements = new Disagreements()
    for (const name of ['a', 'b', 'c', 'd'])
      disagreements.compare(ref(name), { compared: sides(undefined, ready('False')), now: 0 })
    const [count] = reportOn(disagreements, 60_000).items
    assert.equal(count?.count, 4)
    assert.deepEqual(
      count?.examples.map((example) => example.ref.name),
      ['a', 'b', 'c'],
    )
  })

  it('are told apart by entry and counted by list', () => {
    const disagreements = new Disagreements()
    const conditions = ['listeners[a]', 'listeners[b]'].flatMap(
      (at) => sides(ready('True'), ready('False'), at).conditions,
    )
    disagreements.compare(ref('a'), { compared: { ...nothing, conditions }, now: 0 })
    const [count] = reportOn(disagreements, 60_000).items
    assert.deepEqual([count?.type, count?.count], ['listeners[*]:Ready', 2])
    assert.deepEqual(
      count?.examples.map(({ type }) => type),
      ['listeners[a]:Ready', 'listeners[b]:Ready'],
    )
  })

  type Case = [name: string, reported: unknown, computed: unknown, differs: boolean, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['times of looking',      'Last successful probe at 2026-01-01T00:00:00Z', 'Last successful probe at 2026-01-01T00:00:10Z', false, 'each looks at another instant'],
    ['times as Go says them', 'since 2026-01-01 00:00:00 +0000 UTC',           'since 2026-01-01 00:00:09.5 +0000 UTC',         false, 'it is the same in another spelling'],
    ['a time on one side',    '2026-01-01T00:00:00Z',                          undefined,                                       true,  'one of them says that it happened'],
    ['other words',           'Last probe failed at 2026-01-01T00:00:00Z',     'Last successful probe at 2026-01-01T00:00:00Z', true,  'only the time is left out'],
    ['numbers',               3,                                               2,                                               true,  'a count is no time'],
  ]
  for (const [name, reported, computed, differs, because] of cases) {
    it(`${name} ${differs ? 'differ' : 'do not differ'}, because ${because}`, () => {
      const disagreements = new Disagreements()
      const compared = { ...nothing, fields: [field('said', reported, computed)] }
      disagreements.compare(ref('a'), { compared, now: 0 })
      assert.equal(reportOn(disagreements, 60_000).items.length, differs ? 1 : 0)
    })
  }
})

describe('A report of what was compared', () => {
  const one = (compared: Partial<ComparedObject>, options = {}): ReturnType<typeof reportOn> => {
    const disagreements = new Disagreements(options)
    disagreements.compare(ref('a'), { compared: { ...nothing, ...compared }, now: 0 })
    return reportOn(disagreements, 60_000)
  }
  const unseen = { cluster: 'x/blue', kind: { group: '', kind: 'Node' }, why: 'forbidden' }
  const differing = sides(ready('True'), ready('False'))

  it('says how much of what in which language', () => {
    const { conditions } = sides(ready('True'), ready('True'))
    const fields = [field('replicas', 3, 3), field('phase', 'Running', 'Running')]
    const { compared, profiles } = one({ conditions, fields }, { profiles: { a: 'released' } })
    assert.deepEqual([compared, profiles], [{ objects: 1, conditions: 1, fields: 2 }, { a: 'released' }])
  })

  it('counts places of lists together', () => {
    const [item] = one({
      fields: [field('versions[0].name', 'a', 'b'), field('versions[1].name', 'a', 'b')],
    }).items
    assert.deepEqual([item?.field, item?.count], ['versions[*].name', 2])
  })

  it('keeps what is known to be behind apart, as long as the newer field is agreed upon', () => {
    const stale = [
      {
        kind: { group: 'g', kind: 'Machine' },
        field: 'old.ready',
        ifAgreed: 'ready',
        because: 'It is late.',
      },
    ]
    const behind = one({ fields: [field('old.ready', 3, 2), field('ready', 2, 2)] }, { stale })
    assert.deepEqual([behind.items.length, behind.stale[0]?.because], [0, 'It is late.'])
    assert.equal(outcomeOf(behind), 'agreed')
    const wrong = one({ fields: [field('old.ready', 3, 2), field('ready', 3, 2)] }, { stale })
    assert.deepEqual([wrong.items.length, wrong.stale.length], [2, 0])
  })

  it('does not count as a difference what may differ for want of something to see', () => {
    const report = one({ ...differing, unseen: [unseen] })
    assert.deepEqual([report.items.length, report.compared.objects], [0, 0])
    assert.equal(report.notCompared[0]?.why, 'Node of the cluster x/blue cannot be read: forbidden')
    assert.equal(outcomeOf(report), 'unknown')
  })

  it('counts what agrees although something could not be seen', () => {
    const report = one({ ...sides(ready('True'), ready('True')), unseen: [unseen] })
    assert.deepEqual([report.compared.objects, report.notCompared], [1, []])
  })

  it('takes no agreement from an object that waits for something, and looks again', () => {
    const held = { ...sides(ready('True'), ready('True')), unseen: [{ ...unseen, untold: true as const }] }
    assert.equal(outcomeOf(one(held)), 'unknown')
    assert.equal(outcomeOf(one(held, { look: () => sides(ready('True'), ready('True')) })), 'agreed')
  })

  it('of nothing at all is no agreement, nor of a kind that cannot be read', () => {
    assert.equal(outcomeOf(reportOn(new Disagreements(), 0)), 'unknown')
    const unread = () => [{ group: 'g', kind: 'Machine', why: 'forbidden' }]
    assert.equal(outcomeOf(one(sides(ready('True'), ready('True')), { unread })), 'unknown')
  })
})
