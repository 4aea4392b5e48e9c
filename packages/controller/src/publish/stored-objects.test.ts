import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import { StoredObjects } from './stored-objects.ts'

const ref = { group: 'g', kind: 'K', namespace: 'x', name: 'a' }
const object = (resourceVersion: string, status: object, uid = 'one'): KubeObject => ({
  apiVersion: 'g/v1',
  kind: 'K',
  metadata: { namespace: 'x', name: 'a', uid, resourceVersion },
  status,
})

type Case = [name: string, shown: KubeObject, kept: 'first' | 'second', because: string]

const [first, second] = [{ at: 'first' }, { at: 'second' }]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a newer version',                object('10', second),        'second', 'versions grow, in digits too'],
  ['an older version',               object('8', second),         'first',  'a watch may be slower than an answer'],
  ['the same version once more',     object('9', second),         'first',  'it is one state, and kept once'],
  ['another object of the name',     object('9', second, 'two'),  'second', 'its versions say nothing about the old one'],
]

describe('What is stored', () => {
  for (const [name, shown, kept, because] of cases)
    it(`${name}: the ${kept} stands, because ${because}`, () => {
      const stored = new StoredObjects()
      stored.put(object('9', first))
      stored.put(shown)
      assert.equal(stored.get(ref)?.status, kept === 'first' ? first : second)
    })

  it('keeps the version of what came with the status of whoever holds an equal one', () => {
    const stored = new StoredObjects()
    stored.put(object('9', first))
    const equal = { ...first }
    stored.adopt(ref, equal)
    assert.equal(stored.get(ref)?.status, equal)
    assert.equal(stored.get(ref)?.metadata.resourceVersion, '9')
  })

  it('takes nothing over for what is not there', () => {
    const stored = new StoredObjects()
    stored.adopt(ref, first)
    assert.equal(stored.get(ref), undefined)
  })
})
