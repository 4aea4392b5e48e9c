import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '@sitrep/conditions'
import { type Gravity, gravityOf } from './gravity.ts'

const now = '2026-01-01T01:00:00Z'
const [lately, longAgo] = ['2026-01-01T00:55:00Z', '2026-01-01T00:00:00Z']

type Case = [
  type: string,
  status: Condition['status'],
  reason: string,
  message: string,
  since: string,
  is: Gravity,
  because: string,
]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['Ready',       'False',   'QuotaExceeded',    'no more machines',       lately,  'wrong',    'that has failed'],
  ['Ready',       'False',   'NotReady',         '',                       lately,  'underway', 'it has only not happened yet'],
  ['Ready',       'False',   'NotReady',         '',                       longAgo, 'wrong',    'it takes too long'],
  ['NodeHealthy', 'Unknown', 'NodeStatusUnknown', 'kubelet is silent',     lately,  'unclear',  'nobody knows'],
  ['NodeHealthy', 'Unknown', 'InspectionFailed', 'Waiting for a Node',     lately,  'underway', 'the Node has only not joined yet'],
  ['NodeHealthy', 'Unknown', 'InspectionFailed', 'Waiting for a Node',     longAgo, 'unclear',  'it should have come by now'],
  ['Paused',      'True',    'Paused',           '',                       lately,  'paused',   'somebody holds it'],
]

describe('How grave a cause is', () => {
  for (const [type, status, reason, message, since, is, because] of cases)
    it(`${type} ${status} ${reason} ${message}: ${is}, because ${because}`, () => {
      const ref = { group: 'example.org', kind: 'Machine', name: 'a' }
      const condition = { type, status, reason, message, lastTransitionTime: since }
      assert.equal(gravityOf({ ref, type, condition, inputs: [], causes: [] }, { now, holds: [] }), is)
    })
})
