import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import type { HoldRow } from '@sitrep/status'
import type { Explained } from './explained.ts'
import { chainTo, firstCauses } from './first-causes.ts'
import { type Gravity, gravityOf } from './gravity.ts'

const now = '2026-01-01T01:00:00Z'
const young = '2026-01-01T00:59:00Z'
const holds: readonly HoldRow[] = [['Machine', 'Deleting', 'DrainingNode', /budget/]]
const weighing = { now, holds }

const explained = (
  written: string,
  causes: readonly Explained[] = [],
  more: Partial<Condition> = {},
): Explained => {
  const [name = '', type = '', status = 'False', reason = 'Because'] = written.split(' ')
  return {
    ref: { group: '', kind: 'Machine', name },
    type,
    condition: {
      type,
      status: status as Condition['status'],
      reason,
      message: '',
      lastTransitionTime: young,
      ...more,
    },
    inputs: [],
    causes,
  }
}

type GravityCase = [written: string, more: Partial<Condition>, gravity: Gravity, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const gravityCases: GravityCase[] = [
  ['m Ready False QuotaExceeded',        {},                                             'wrong',    'it has failed'],
  ['m Ready False NodeNotReady',         {},                                             'wrong',    'a Node that is not ready is ill'],
  ['m Ready False NotFound',             {},                                             'wrong',    'it does not come by itself'],
  ['m DiskPressure True KubeletHasDiskPressure', {},                                     'wrong',    'it is bad when it is True'],
  ['m Ready False WaitingForData',       {},                                             'underway', 'it has only not happened yet'],
  ['m Ready False NotReady',             {},                                             'underway', 'it has only not happened yet'],
  ['m Ready False NotReady',             { lastTransitionTime: '2026-01-01T00:00:00Z' }, 'wrong',    'nobody waits for an hour'],
  ['m Deleting True DrainingNode',       {},                                             'underway', 'drains take a while'],
  ['m Deleting True DrainingNode',       { message: 'held by the budget' },              'wrong',    'it waits for somebody'],
  ['m Ready Unknown InspectionFailed',   {},                                             'unclear',  'nobody knows'],
  ['m Paused True Paused',               {},                                             'paused',   'somebody wants it so'],
]

describe('How grave a cause is', () => {
  for (const [written, more, gravity, because] of gravityCases)
    it(`${written} is ${gravity}, because ${because}`, () =>
      assert.equal(gravityOf(explained(written, [], more), weighing), gravity))
})

const told = (causes: readonly Explained[]): readonly string[] =>
  causes.map(({ ref, type }) => `${ref.name} ${type}`)

describe('First causes', () => {
  it('come gravest first, whatever the order of the chain', () => {
    const waiting = explained('a Ready False NotReady')
    const lost = explained('b Ready Unknown Silent')
    const failed = explained('c Ready False Failed')
    const root = explained('root Available False NotAvailable', [waiting, lost, failed])
    assert.deepEqual(told(firstCauses(root, weighing)), ['c Ready', 'b Ready', 'a Ready'])
  })

  it('of what is told elsewhere are found there, and once', () => {
    const failed = explained('c Ready False Failed')
    const above = explained('b Ready False NotReady', [failed])
    const again: Explained = { ...explained('b Ready False NotReady'), elsewhere: true }
    const root = explained('root Available False NotAvailable', [
      above,
      explained('a Ready False NotReady', [again]),
    ])
    assert.deepEqual(told(firstCauses(root, weighing)), ['c Ready'])
  })

  it('are found where only what is well leads to them', () => {
    const failed = explained('c Ready False Failed')
    const well = explained('b Ready True Ready', [failed])
    const again: Explained = { ...explained('c Ready False Failed'), elsewhere: true }
    assert.deepEqual(
      told(firstCauses(explained('root Available False NotAvailable', [well, again]), weighing)),
      ['c Ready'],
    )
  })

  it('of a ring are the last before it closes', () => {
    const back: Explained = { ...explained('root Available False NotAvailable'), elsewhere: true }
    const root = explained('root Available False NotAvailable', [explained('a Ready False NotReady', [back])])
    assert.deepEqual(told(firstCauses(root, weighing)), ['a Ready'])
  })

  it('are one where an object says the same of several conditions', () => {
    const silent = ['Ready', 'MemoryPressure', 'DiskPressure'].map((type) =>
      explained(`n ${type} Unknown NodeStatusUnknown`, [], { message: 'silent' }),
    )
    assert.deepEqual(told(firstCauses(explained('root Ready False NotReady', silent), weighing)), ['n Ready'])
  })

  it('of what is well there are none', () =>
    assert.deepEqual(
      firstCauses(explained('root Ready True Ready', [explained('a Ready True Ready')]), weighing),
      [],
    ))
})

describe('The chain to a cause', () => {
  const names = ({ ref, type, causes }: Explained): unknown => [`${ref.name} ${type}`, ...causes.map(names)]

  it('goes the shortest way, and names an object once in a row', () => {
    const failed = explained('c Ready False Failed')
    const again: Explained = { ...failed, elsewhere: true }
    const far = explained('b Ready False NotReady', [explained('b Bootstrap False NotReady', [failed])])
    const root = explained('root Available False NotAvailable', [
      far,
      explained('a Ready False NotReady', [again]),
    ])
    assert.deepEqual(names(chainTo(root, [failed])), ['root Available', ['a Ready', ['c Ready']]])
  })

  it('holds nothing that leads elsewhere', () => {
    const failed = explained('c Ready False Failed')
    const root = explained('root Available False NotAvailable', [failed, explained('a Ready False NotReady')])
    assert.deepEqual(names(chainTo(root, [failed])), ['root Available', ['c Ready']])
  })
})
