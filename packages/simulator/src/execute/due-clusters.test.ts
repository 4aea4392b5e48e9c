import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DueClusters } from './due-clusters.ts'

const known = ['prod/blue', 'prod/green', 'stage/blue']

type Case = [name: string, prepare: (due: DueClusters) => void, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['nothing happened',             () => {},                                                                                          [],                         'there is nothing to look at'],
  ['an object of one Cluster',     (due) => due.touch({ cluster: 'prod/green' }, known),                                              ['prod/green'],             'it concerns nobody else'],
  ['an object of nobody',          (due) => due.touch({ namespace: 'prod' }, known),                                                  ['prod/blue', 'prod/green'], 'each of its namespace may refer to it'],
  ['an object of no namespace',    (due) => due.touch({ namespace: '' }, known),                                                      [],                         'nobody refers to it'],
  ['a time that has come',         (due) => due.wake('prod/blue', [70, 50]),                                                          ['prod/blue'],              'the earliest instant counts'],
  ['a time that has not',          (due) => due.wake('prod/blue', [150]),                                                             [],                         'it waits'],
  ['a time that was taken already', (due) => { due.wake('prod/blue', [50]); due.take(60) },                                           [],                         'every instant comes once'],
  ['no instants',                  (due) => due.wake('prod/blue', []),                                                                [],                         'nothing is waited for'],
]

describe('Clusters that are due at 100', () => {
  for (const [name, prepare, says, because] of cases)
    it(`${name}: ${says.join(', ') || 'none'}, because ${because}`, () => {
      const due = new DueClusters()
      prepare(due)
      assert.deepEqual(due.take(100), says)
    })

  it('a Cluster that is looked at early is not woken by the time that was set before', () => {
    const due = new DueClusters()
    due.wake('prod/blue', [150])
    due.touch({ cluster: 'prod/blue' }, known)
    due.take(100)
    assert.equal(due.next, undefined)
  })

  it('the next time is the earliest of all', () => {
    const due = new DueClusters()
    due.wake('prod/blue', [300])
    due.wake('prod/green', [200])
    assert.equal(due.next, 200)
  })
})
