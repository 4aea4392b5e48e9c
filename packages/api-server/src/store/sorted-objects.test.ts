import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { comparePlaces, firstPlace, withChanges } from './sorted-objects.ts'
import { StoredObject } from './stored-object.ts'

const stored = (place: string, revision = 1): StoredObject => {
  const [namespace = '', name = ''] = place.split('/')
  return new StoredObject({ cluster: '', resource: '/pods', namespace, name }, revision, Buffer.alloc(0))
}
const shown = ({ key, revision }: StoredObject): string => `${key.namespace}/${key.name}@${revision}`
const keyOf = (place: string): StoredObject['key'] => stored(place).key

describe('withChanges', () => {
  const objects = ['a-b/x', 'a/y', 'a/z', 'b/x'].map((place) => stored(place))

  type Case = [name: string, changes: readonly [place: string, revision?: number][], says: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly Case[] = [
    ['nothing',                         [],                           'a-b/x@1 a/y@1 a/z@1 b/x@1'],
    ['another state',                   [['a/z', 2]],                 'a-b/x@1 a/y@1 a/z@2 b/x@1'],
    ['one that is gone',                [['a/y']],                    'a-b/x@1 a/z@1 b/x@1'],
    ['one that was never there',        [['a/x']],                    'a-b/x@1 a/y@1 a/z@1 b/x@1'],
    ['one before all',                  [['a-b/a', 2]],               'a-b/a@2 a-b/x@1 a/y@1 a/z@1 b/x@1'],
    ['one behind all',                  [['c/a', 2]],                 'a-b/x@1 a/y@1 a/z@1 b/x@1 c/a@2'],
    ['several, in any order',           [['b/x'], ['a/yy', 3], ['a/y', 2]], 'a-b/x@1 a/y@2 a/yy@3 a/z@1'],
    ['one that came, went, came again', [['a/x', 2], ['a/x'], ['a/x', 4]], 'a-b/x@1 a/x@4 a/y@1 a/z@1 b/x@1'],
    ['one that changed and went',       [['a/y', 2], ['a/y']],        'a-b/x@1 a/z@1 b/x@1'],
  ]
  for (const [name, changes, says] of cases)
    it(`shows ${name}: ${says}`, () => {
      const before = objects.map(shown)
      const changed = changes.map(([place, revision]) => ({
        key: keyOf(place),
        to: revision === undefined ? undefined : stored(place, revision),
      }))
      assert.equal(withChanges(objects, changed).map(shown).join(' '), says)
      assert.deepEqual(objects.map(shown), before)
    })

  it('equals sorting everything, whatever is there and whatever changes', () => {
    const place = fc
      .constantFrom('a', 'a-b', 'b')
      .chain((namespace) =>
        fc.constantFrom('', 'a', 'b', 'c', 'é', '𝒳', '￿').map((name) => `${namespace}/${name}`),
      )
    const change = fc.record({ place, revision: fc.option(fc.integer({ min: 2, max: 9 })) })
    fc.assert(
      fc.property(fc.uniqueArray(place), fc.array(change), (places, changes) => {
        const sorted = places.map((each) => stored(each)).sort((a, b) => comparePlaces(a.key, b.key))
        const expected = new Map(
          sorted.map((object) => [`${object.key.namespace}/${object.key.name}`, object]),
        )
        for (const { place: at, revision } of changes)
          if (revision === null) expected.delete(at)
          else expected.set(at, stored(at, revision))
        const changed = changes.map(({ place: at, revision }) => ({
          key: keyOf(at),
          to: revision === null ? undefined : stored(at, revision),
        }))
        assert.deepEqual(
          withChanges(sorted, changed).map(shown),
          [...expected.values()].sort((a, b) => comparePlaces(a.key, b.key)).map(shown),
        )
      }),
    )
  })
})

describe('firstPlace', () => {
  const objects = ['a/a', 'a/c', 'a/e'].map((place) => stored(place))
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: readonly [name: string, place: number, because: string][] = [
    ['',  0, 'all are behind it'],
    ['a', 0, 'it is there'],
    ['b', 1, 'the next one is where it would be'],
    ['e', 2, 'it is there'],
    ['f', 3, 'none is behind it'],
  ]
  for (const [name, place, because] of cases)
    it(`of "${name}" is ${place}, because ${because}`, () => {
      assert.equal(
        firstPlace(objects, (key) => key.name < name),
        place,
      )
    })
})
