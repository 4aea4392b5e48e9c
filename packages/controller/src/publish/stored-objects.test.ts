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
  ['the same in another layout',     { ...object('9', second), apiVersion: 'g/v2' }, 'second', 'it was read in another version'],
  ['another object of the name',     object('9', second, 'two'),  'second', 'its versions say nothing about the old one'],
]

describe('What is stored', () => {
  for (const [name, shown, kept, because] of cases)
    it(`${name}: the ${kept} stands, because ${because}`, () => {
      const stored = new StoredObjects()
      stored.put(object('9', first))
      stored.put(shown)
      assert.deepEqual(stored.get(ref)?.status, kept === 'first' ? first : second)
    })

  it('keeps the version of what came, and who wrote it, with the status of whoever holds an equal one', () => {
    const stored = new StoredObjects()
    stored.put(object('9', first))
    const equal = { at: 'first' }
    stored.adopt(ref, equal)
    assert.deepEqual(stored.get(ref)?.status, equal)
    assert.equal(stored.versionOf(ref), '9')
  })

  it('takes nothing over for what is not there', () => {
    const stored = new StoredObjects()
    stored.adopt(ref, first)
    assert.equal(stored.get(ref), undefined)
  })

  it('gives back to the byte what it keeps of very many', () => {
    const stored = new StoredObjects()
    const named = (at: number): KubeObject => ({
      ...object(String(at + 1), {
        conditions: [
          {
            type: 'Ready',
            status: at % 3 === 0 ? 'True' : 'False',
            lastTransitionTime: `2026-01-01T00:00:${at}Z`,
          },
        ],
        ...(at % 5 === 0 && { replicas: at, note: null, none: {} }),
      }),
      metadata: { namespace: 'x', name: `a-${at}`, uid: `u-${at}`, resourceVersion: String(at + 1) },
    })
    const objects = Array.from({ length: 60 }, (_, at) => named(at))
    for (const each of objects) stored.put(each)
    for (const { metadata, status } of objects) {
      const kept = stored.get({ ...ref, name: metadata.name })
      assert.deepEqual(kept?.metadata, metadata)
      assert.equal(JSON.stringify(kept?.status), JSON.stringify(status))
    }
  })

  it('knows nothing of what is gone or was never there', () => {
    const stored = new StoredObjects()
    stored.put(object('9', first))
    stored.remove(ref)
    assert.equal(stored.get(ref), undefined)
    assert.deepEqual(stored.writers({ ...ref, name: 'b' }), [])
  })
})
