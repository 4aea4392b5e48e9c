import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEngine } from './engine.ts'
import { family, groupObject, leafObject, rootObject } from './family.testing.ts'

const now = '2026-01-01T00:00:00Z'
const group = 'test.sitrep.dev'

function world() {
  const engine = createEngine(family)
  engine.apply(
    [
      { kind: 'every', read: true },
      { object: rootObject() },
      { object: groupObject('g') },
      { object: leafObject('b', { owner: 'g' }) },
      { object: leafObject('a', { owner: 'g' }) },
      { object: leafObject('c', { owner: 'h' }) },
    ],
    now,
  )
  return engine
}

describe('Objects that a key leads to', () => {
  const engine = world()
  const leaf = { group, kind: 'Leaf' }
  const names = (query: Parameters<typeof engine.members>[0]): readonly string[] =>
    engine.members(query).map(({ ref }) => ref.name)
  const owner = engine.members({ group, kind: 'Group' })[0]?.object.metadata.uid ?? ''

  it('are all of a kind, in the order of their names', () => assert.deepEqual(names(leaf), ['a', 'b', 'c']))

  it('are those of one owner, in one namespace or in all', () => {
    assert.deepEqual(names({ ...leaf, by: { owner } }), ['a', 'b'])
    assert.deepEqual(names({ ...leaf, namespace: 'prod', by: { owner } }), ['a', 'b'])
    assert.deepEqual(names({ ...leaf, namespace: 'elsewhere', by: { owner } }), [])
  })

  it('are none where nobody is', () => assert.deepEqual(names({ ...leaf, cluster: 'prod/other' }), []))

  it('make nobody ask for anything', () => {
    const before = engine.asked.length
    names({ group: 'nobody', kind: 'Knows', by: { owner } })
    assert.equal(engine.asked.length, before)
  })

  it('are of the kinds that a cluster has', () => {
    assert.deepEqual(
      engine
        .kindsIn('')
        .map(({ kind }) => kind)
        .sort(),
      ['Group', 'Leaf', 'Root'],
    )
  })
})

describe('Who decides a condition', () => {
  it('is the object itself, another, or nobody here', () => {
    const engine = world()
    const ref = { group, kind: 'Leaf', namespace: 'prod', name: 'a' }
    const claimed = engine.claims(ref)
    assert.ok(claimed.length > 0)
    for (const address of claimed) assert.ok(engine.ownerOf(ref, address) !== undefined, address)
    assert.deepEqual(engine.ownerOf(ref, 'Healthy'), ref)
    assert.equal(engine.ownerOf(ref, 'NobodySaysThis'), undefined)
  })
})
