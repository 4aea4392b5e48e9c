import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCounts } from '../../machines-of/replica-counts.ts'
import { group } from '../testing.ts'
import type { WorkerGroup } from '../types.ts'
import { deploymentCounts } from './proposal-counters.ts'

const kind = 'MachineDeployment'
const deployment: WorkerGroup = group(kind, 'md-0', { counts: readCounts({}) })
const set = (owner: string): WorkerGroup =>
  group('MachineSet', 'md-0-a', { owners: [{ kind, name: owner, uid: 'uid' }] })

type Case = [
  name: string,
  given: Partial<WorkerGroup>,
  sets: readonly WorkerGroup[],
  replicas: number | undefined,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['has just been made',           {},                                                        [],             undefined, 'its first MachineSet is still to come'],
  ['has counted',                  { deleting: true, counts: readCounts({ replicas: 2 }) },   [],             2,         'what it says counts'],
  ['goes away, with sets left',    { deleting: true },                                        [set('md-0')],  undefined, 'they may have Machines'],
  ['goes away, with none left',    { deleting: true },                                        [],             0,         'nothing is left to count'],
  ['goes away, others have sets',  { deleting: true },                                        [set('md-1')],  0,         'those are not its own'],
]

describe('The replicas of a MachineDeployment in the eyes of its Cluster', () => {
  for (const [name, given, sets, replicas, because] of cases)
    it(`when it ${name}: ${replicas ?? 'unknown'}, because ${because}`, () => {
      const counts = deploymentCounts({ ...deployment, ...given }, sets)
      assert.equal(counts.replicas, replicas)
      assert.equal(counts.upToDateReplicas, given.counts === undefined ? replicas : undefined)
    })
})
