import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { families } from '../families.testing.ts'
import { judge } from '../judge.ts'

type Case = readonly [name: string, parts: object, word: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: readonly Case[] = [
  ['fewer ready than the spec asks',    { spec: { replicas: 3 }, status: { readyReplicas: 2 } },                                   'Progressing', 'two of three'],
  ['as many ready as the spec asks',    { spec: { replicas: 3 }, status: { readyReplicas: 3 } },                                   'Ready',       'three of three'],
  ['more ready than the spec asks',     { spec: { instances: 2 }, status: { readyInstances: 3 } },                                 'Ready',       'what is asked for is there'],
  ['none wanted',                       { spec: { replicas: 0 }, status: { readyReplicas: 0 } },                                   'Ready',       'none of none'],
  ['size for replicas',                 { spec: { size: 3 }, status: { readyReplicas: 1 } },                                       'Progressing', 'many specs call it size'],
  ['counted in the status alone',       { status: { machineCount: 3, readyMachineCount: 2 } },                                     'Progressing', 'a counter and its ready part stand side by side'],
  ['healthy against expected',          { status: { currentHealthy: 2, expectedMachines: 3 } },                                    'Progressing', 'there is one thing it can be counted against'],
  ['desired against ready of clusters', { status: { desiredReadyClusters: 2, readyClusters: 2 } },                                 'Ready',       'two of two'],
  ['as of a DaemonSet',                 { status: { desiredNumberScheduled: 3, numberReady: 1 } },                                 'Progressing', 'one of three'],
  ['a ratio',                           { status: { ready: '2/3' } },                                                              'Progressing', 'a ratio in words'],
  ['some unavailable',                  { status: { phase: 'Running', unavailableReplicas: 1 } },                                  'Progressing', 'one is missing'],
  ['counts of a component',             { status: { db: { size: 3, ready: 1 } } },                                                 'Progressing', 'counted per component'],
  ['a number that counts nothing',      { status: { updatedAt: 5, port: 80 } },                                                    'Unknown',     'not every number is a count'],
  ['states by component',               { status: { phase: 'Running', executorState: { 'e-1': 'RUNNING', 'e-2': 'FAILED' } } },    'Degraded',    'one of two failed'],
  ['a reason beside a state',           { status: { phase: 'Running', podStatus: { reason: 'Failed', state: 'Running' } } },       'Ready',       'a map with a state of its own is no map of components'],
  ['components by state',               { status: { phase: 'Ready', ingester: { Failed: ['pod-0'], Running: ['pod-1'] } } },       'Degraded',    'a pod stands under Failed'],
  ['nobody under a bad state',          { status: { phase: 'Ready', ingester: { Failed: [], Running: ['pod-1'] } } },              'Ready',       'an empty list names nobody'],
  ['an error that is filled',           { status: { phase: 'Running', errorMessage: 'no route' } },                                'Degraded',    'it is there only while something is wrong'],
  ['an error that is empty',            { status: { phase: 'Running', errorMessage: '', errors: [] } },                            'Ready',       'empty is none'],
  ['an error summary of zero',          { status: { phase: 'Running', errorSummary: { totalCount: 0 } } },                         'Ready',       'none was counted'],
  ['the error of last time',            { status: { phase: 'Running', lastError: 'no route' } },                                   'Ready',       'what was is not what is'],
  ['a flag that is awaited',            { status: { ready: false } },                                                              'Progressing', 'not yet'],
  ['a flag as text',                    { status: { ready: 'true' } },                                                             'Ready',       'what is meant is clear'],
  ['a flag that is a problem',          { status: { ready: true, failed: true } },                                                 'Degraded',    'a problem outweighs'],
  ['an operation in progress',          { status: { ready: true, restoreInProgress: 'restore-7' } },                               'Progressing', 'the operation is named'],
  ['a message that is a state',         { status: { message: 'Healthy' } },                                                        'Ready',       'it is all that is said'],
  ['a message about a failure',         { status: { message: 'decryption failed' } },                                              'Degraded',    'it is all that is said'],
  ['a message beside a state',          { status: { phase: 'Ready', message: 'recovered from an error' } },                        'Ready',       'a state outweighs prose'],
  ['a health that warns, of a part',    { status: { phase: 'Ready', store: { health: 'HEALTH_WARN' } } },                          'Degraded',    'no good health'],
  ['a state that warns, of a part',     { status: { phase: 'Ready', store: { state: 'Warning' } } },                               'Degraded',    'no good state'],
  ['the state before',                  { status: { phase: 'Ready', previousState: 'Failed', history: [{ state: 'Failed' }] } },   'Ready',       'what was is not what is'],
  ['paused by an annotation',           { metadata: { annotations: { 'example.com/paused': 'true' } }, status: { ready: true } },  'Paused',      'the name ends in a pause'],
  ['an annotation that says no',        { metadata: { annotations: { 'example.com/paused': 'false' } }, status: { ready: true } }, 'Ready',       'it is not paused'],
]

describe('what a status says', () => {
  for (const [name, parts, word, because] of cases) {
    it(`${name}: ${word}, because ${because}`, () => {
      const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'x' }, ...parts }
      const verdict = judge(object, { now: '2026-01-01T12:00:00Z', families })
      assert.equal(verdict.word, word, verdict.sentence)
    })
  }
})
