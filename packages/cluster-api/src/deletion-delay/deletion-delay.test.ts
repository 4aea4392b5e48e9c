import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { clockAt, type KubeObject } from '@sitrep/status'
import { ago, condition, now } from '../machines-of/testing.ts'
import { causesIn, causeTexts, delayCauses, delayText } from './delay-cause.ts'
import { type DeletionProgress, deletionProgress } from './deletion-progress.ts'
import { type MachineInDeletion, staleMachinesText } from './stale-machines.ts'

const leaving = (status: object, deletionTimestamp: string | undefined = ago(60)): KubeObject => ({
  apiVersion: 'cluster.x-k8s.io/v1beta2',
  kind: 'Machine',
  metadata: { name: 'w', ...(deletionTimestamp !== undefined && { deletionTimestamp }) },
  status: status as Record<string, unknown>,
})
const draining = (type: string, message: string) => ({
  conditions: [condition(type, 'True', { reason: 'DrainingNode', message })],
  deletion: { nodeDrainStartTime: ago(50) },
})
const budgets = `Drain not completed yet:\n* Pod a: ${causeTexts.PodDisruptionBudgets}`

describe('what a Machine says about its deletion', () => {
  type Case = readonly [
    name: string,
    machine: KubeObject,
    says: DeletionProgress | undefined,
    because: string,
  ]
  const since = ago(60)
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['stays',                   { ...leaving({}), metadata: { name: 'w' } },                    undefined,                                                           'nobody deletes it'],
    ['has said nothing',        leaving({}),                                                    { since },                                                           'only since when is known'],
    ['drains, as released',     leaving(draining('Deleting', budgets)),                         { since, drain: { since: ago(50), causes: ['PodDisruptionBudgets'] } }, 'the message tells the cause'],
    ['drains, as proposed',     leaving(draining('Deleted', budgets)),                          { since, drain: { since: ago(50), causes: ['PodDisruptionBudgets'] } }, 'both languages are understood'],
    ['drains, nothing known',   leaving(draining('Deleting', 'hm')),                            { since, drain: { since: ago(50), causes: [] } },                    'the message tells no cause'],
    ['drains since who knows',  leaving({ ...draining('Deleting', budgets), deletion: {} }),    { since },                                                           'no time, no drain to speak of'],
    ['is past the drain',       leaving({ conditions: [condition('Deleting', 'True', { reason: 'DeletingNode', message: budgets })], deletion: { nodeDrainStartTime: ago(50) } }), { since }, 'the drain is over'],
  ]
  for (const [name, machine, says, because] of cases) {
    it(`${name}, because ${because}`, () => assert.deepEqual(deletionProgress(machine), says))
  }
})

describe('causes of a delay', () => {
  it('are read back from the very texts that tell them, because owners see nothing else', () => {
    for (const cause of delayCauses) assert.deepEqual(causesIn(`* Pod a: ${causeTexts[cause]} x`), [cause])
  })
  it('are named once and in their own order, because many Machines are told together', () => {
    assert.equal(
      delayText(['Pods not terminating', 'PodDisruptionBudgets', 'Pods not terminating']),
      ', delay likely due to PodDisruptionBudgets, Pods not terminating',
    )
  })
  it('are not mentioned where there are none', () => assert.equal(delayText([]), ''))
})

const machine = (name: string, seconds: number, drainSeconds?: number): MachineInDeletion => ({
  name,
  deletion: {
    since: ago(seconds),
    ...(drainSeconds !== undefined && {
      drain: { since: ago(drainSeconds), causes: ['PodDisruptionBudgets'] },
    }),
  },
})

describe('Machines that take too long to go', () => {
  type Case = readonly [name: string, machines: readonly MachineInDeletion[], says: string, because: string]
  const due = ', delay likely due to PodDisruptionBudgets'
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['nobody goes',        [{ name: 'a' }],                                             '',                                                                  'there is nothing to tell'],
    ['for exactly 15m',    [machine('a', 900)],                                         '',                                                                  'more than fifteen minutes are asked'],
    ['for 15m1s',          [machine('a', 901)],                                         'Machine a is in deletion since more than 15m',                      'it is worth a word'],
    ['a drain of 5m',      [machine('a', 901, 300)],                                    'Machine a is in deletion since more than 15m',                      'the drain has not had its time'],
    ['a drain of 5m1s',    [machine('a', 901, 301)],                                    `Machine a is in deletion since more than 15m${due}`,                'the drain has had its time'],
    ['two, one stale',     [machine('b', 901), machine('a', 60, 60)],                   'Machine b is in deletion since more than 15m',                      'the other has just begun'],
    ['five',               ['e', 'd', 'c', 'b', 'a'].map((name) => machine(name, 1_000)), 'Machines a, b, c, ... (2 more) are in deletion since more than 15m', 'three names are told, in order'],
  ]
  for (const [name, machines, says, because] of cases) {
    it(`${name}: ${says || 'nothing'}, because ${because}`, () => {
      assert.equal(staleMachinesText(machines, clockAt(now)), says)
    })
  }
})
