import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { toldPass } from '../../managed-resource/observe.ts'
import { available, updating } from '../layout.ts'
import { conflict, factsOf, type Given, kept } from '../testing.ts'
import { observationOf } from './facts.ts'

const fact = (status: unknown): KubeObject => ({
  apiVersion: 'sitrep.dev/v1alpha1',
  kind: 'ExternalObservation',
  metadata: { name: 'x' },
  // As it comes from a file or through a wire.
  status: JSON.parse(JSON.stringify(status)),
})

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: [name: string, given: Given, because: string][] = [
  ['nothing read',     {},                                                                                'nothing is known of it'],
  ['a failed update',  { well: kept, failed: { update: 'no' }, observed: { exists: true, diff: 'size' }, saidReady: available('up') }, 'the message is all that people see'],
  ['a conflict',       { well: ['read'], failed: { initialize: conflict() } },                            'it is told to nobody'],
  ['a lost creation',  { well: ['read', 'initialize'], createIncomplete: true },                          'the annotations may have changed since'],
  ['many updates',     { well: kept, observed: { exists: true }, updatesInARow: 5, ready: updating() },   'the count is nowhere else'],
]

describe('an observation that is told', () => {
  for (const [name, given, because] of cases) {
    it(`${name} is read as it was, because ${because}`, () => {
      const { paused: _p, policies: _q, deleted: _d, finalizers: _f, ...facts } = factsOf(given)
      assert.deepEqual(toldPass.of(fact(observationOf(factsOf(given), 3))), { generation: 3, facts })
    })
  }
})
