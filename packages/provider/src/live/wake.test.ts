import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { annotations } from '@sitrep/crossplane/managed'
import type { KubeObject, ObjectMetadata } from '@sitrep/status'
import { fingerprint } from './wake.ts'

const thing = (metadata: Partial<ObjectMetadata> = {}, status: unknown = {}): KubeObject => ({
  apiVersion: 'example.org/v1',
  kind: 'Thing',
  metadata: { name: 'web', uid: 'u1', generation: 1, ...metadata },
  status,
})

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: [what: string, after: KubeObject, wakes: boolean, because: string][] = [
  ['a new status',          thing({ resourceVersion: '2' }, { conditions: [] }),                                      false, 'passes write it themselves'],
  ['a new spec',            thing({ generation: 2 }),                                                                 true,  'something else is wanted'],
  ['another object',        thing({ uid: 'u2' }),                                                                     true,  'it only has the same name'],
  ['a label',               thing({ labels: { a: 'b' } }),                                                            true,  'somebody may select by it'],
  ['a request',             thing({ annotations: { [annotations.reconcileRequestedAt]: 'now' } }),                    true,  'somebody asks for a pass'],
  ['creation begins',       thing({ annotations: { [annotations.createPending]: '2026-08-21T12:00:00Z' } }),          false, 'the pass that begins it is under way'],
  ['creation failed',       thing({ annotations: { [annotations.createFailed]: '2026-08-21T12:00:00Z' } }),           false, 'the next try has to wait'],
  ['creation succeeded',    thing({ annotations: { [annotations.createSucceeded]: '2026-08-21T12:00:00Z' } }),        true,  'it can be looked at'],
  ['deletion',              thing({ deletionTimestamp: '2026-08-21T12:00:00Z' }),                                     true,  'nothing is wanted any more'],
  ['a finalizer',           thing({ finalizers: ['example.org/guard'] }),                                             false, 'nobody waits for it before it is deleted'],
]

describe('a change of an object', () => {
  for (const [what, after, wakes, because] of cases) {
    it(`${what}: ${wakes ? 'a pass' : 'no pass'}, because ${because}`, () =>
      assert.equal(fingerprint(thing()) !== fingerprint(after), wakes))
  }

  it('wakes when another finalizer goes from what is deleted', () => {
    const deleted = { deletionTimestamp: '2026-08-21T12:00:00Z' }
    assert.notEqual(
      fingerprint(thing({ ...deleted, finalizers: ['a', 'b'] })),
      fingerprint(thing({ ...deleted, finalizers: ['a'] })),
    )
  })
})
