import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtinResources } from './builtin-resources.ts'

describe('the built-in resources', () => {
  const resources = builtinResources()

  it('has the 17 of the core group and those of the named groups', () => {
    assert.equal(resources.filter(({ group }) => group === '').length, 17)
    assert.equal(new Set(resources.map(({ group }) => group)).size, 23)
  })

  it('has a schema with metadata for every version of every kind', () => {
    for (const { group, kind, versions } of resources) {
      for (const { name, schema } of versions) {
        assert.equal(schema.type, 'object', `${group}/${name} ${kind}`)
        assert.ok(schema.properties?.['metadata'], `${group}/${name} ${kind}`)
      }
    }
  })

  it('stores every kind in a version that it serves', () => {
    for (const { kind, storageVersion, versions } of [
      ...resources,
      ...builtinResources({ versions: 'stable' }),
    ]) {
      assert.ok(
        versions.some(({ name }) => name === storageVersion),
        kind,
      )
    }
  })

  it('leaves out beta and alpha versions when only stable ones are wanted', () => {
    const names = builtinResources({ versions: 'stable' }).flatMap(({ versions }) =>
      versions.map(({ name }) => name),
    )
    assert.deepEqual([...new Set(names)].sort(), ['v1', 'v2'])
  })

  it('reads no table of types before a schema is asked for', () => {
    const [first] = builtinResources()
    const version = first?.versions[0]
    const getter = Object.getOwnPropertyDescriptor(version, 'schema')?.get
    assert.equal(typeof getter, 'function')
  })
})
