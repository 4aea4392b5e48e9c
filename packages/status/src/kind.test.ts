import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatRef, groupOf, type ObjectRef, refKey } from './kind.ts'
import { refOf } from './object.ts'

describe('A reference', () => {
  it('comes from an object without its version: an object is the same object in every version', () => {
    const metadata = { name: 'a', namespace: 'prod' }
    const old = refOf({ apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine', metadata })
    assert.deepEqual(old, refOf({ apiVersion: 'cluster.x-k8s.io/v1beta2', kind: 'Machine', metadata }))
    assert.deepEqual(old, { group: 'cluster.x-k8s.io', kind: 'Machine', namespace: 'prod', name: 'a' })
  })

  type Case = [ref: ObjectRef, says: string, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    [{ group: '', kind: 'Node', name: 'n1' },                                      'Node n1',                 'a Node has no namespace'],
    [{ group: '', kind: 'Pod', namespace: 'x', name: 'p' },                        'Pod x/p',                 'a Pod has one'],
    [{ cluster: 'prod/c1', group: '', kind: 'Node', name: 'n1' },                  'Node n1 in prod/c1',      'a workload cluster is named'],
    [{ cluster: '', group: '', kind: 'Node', namespace: '', name: 'n1' },          'Node n1',                 'the empty text is the same as none'],
  ]
  for (const [ref, says, because] of cases) {
    it(`reads ${says}, because ${because}`, () => assert.equal(formatRef(ref), says))
  }

  it('has a key that no other object shares', () => {
    const refs: ObjectRef[] = [
      { group: '', kind: 'Node', name: 'a' },
      { group: 'x', kind: 'Node', name: 'a' },
      { group: '', kind: 'Node', namespace: 'a', name: 'a' },
      { cluster: 'a/a', group: '', kind: 'Node', name: 'a' },
    ]
    assert.equal(new Set(refs.map(refKey)).size, refs.length)
  })

  it('the core group is the empty one', () => {
    assert.equal(groupOf('v1'), '')
    assert.equal(groupOf('apps/v1'), 'apps')
  })
})
