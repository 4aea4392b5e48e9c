import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CollectionMap, KeyMap } from './collection-map.ts'

const pods = { cluster: '', resource: '/pods' }
const jobs = { cluster: '', resource: 'batch/jobs' }
const eastern = { cluster: 'prod/east', resource: '/pods' }

describe('a map of collections', () => {
  it('tells clusters and resources apart', () => {
    const map = new CollectionMap<number>()
    for (const [at, collection] of [pods, jobs, eastern].entries()) map.set(collection, at)
    assert.deepEqual(
      [pods, jobs, eastern].map((collection) => map.get(collection)),
      [0, 1, 2],
    )
    assert.deepEqual([...map.values()], [0, 1, 2])
  })

  it('is empty again when the last one is gone', () => {
    const map = new CollectionMap<number>()
    map.set(pods, 1)
    assert.equal(map.empty, false)
    map.delete(jobs)
    map.delete(pods)
    assert.equal(map.empty, true)
    assert.equal(map.get(pods), undefined)
  })
})

describe('a map of objects', () => {
  const key = (namespace: string, name: string) => ({ ...pods, namespace, name })

  it('tells namespaces and names apart', () => {
    const map = new KeyMap<number>()
    map.set(key('a', 'x'), 1)
    map.set(key('b', 'x'), 2)
    map.set(key('a', 'y'), 3)
    map.delete(key('a', 'x'))
    const found = [key('a', 'x'), key('b', 'x'), key('a', 'y')].map((each) => map.get(each))
    assert.deepEqual(found, [undefined, 2, 3])
  })

  it('takes an object again after all of them are gone', () => {
    const map = new KeyMap<number>()
    map.set(key('a', 'x'), 1)
    map.delete(key('a', 'x'))
    map.set(key('a', 'x'), 2)
    assert.equal(map.get(key('a', 'x')), 2)
    map.clear()
    assert.equal(map.get(key('a', 'x')), undefined)
  })
})
