import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCatalog, namedKinds } from './catalog.ts'
import type { StatusDefinition } from './definition.ts'
import type { KindRef } from './kind.ts'

const definition = (kind: KindRef): StatusDefinition => ({
  kind,
  observe: () => ({}),
  compute: () => ({ status: {}, decided: [] }),
  columns: [],
  onFailure: 'Ready',
})

const machine = { group: 'cluster.x-k8s.io', kind: 'Machine' }
const index = { kind: machine, name: 'providerID', keys: () => [] }

describe('A catalog', () => {
  it('joins families and keeps the order in which their kinds rest on each other', () => {
    const other = { group: 'apps', kind: 'Deployment' }
    const catalog = createCatalog(
      { definitions: [definition(machine)], indexes: [index] },
      { definitions: [definition(other)] },
    )
    assert.deepEqual(
      namedKinds(catalog).map(({ kind }) => kind),
      ['Machine', 'Deployment'],
    )
    assert.deepEqual(catalog.indexes, [index])
  })

  it('tells kinds of the same name in different groups apart', () => {
    const twin = { group: 'machine.openshift.io', kind: 'Machine' }
    assert.equal(
      createCatalog({ definitions: [definition(machine), definition(twin)] }).definitions.length,
      2,
    )
  })

  it('refuses two definitions of one kind, and two indexes of one name', () => {
    assert.throws(
      () => createCatalog({ definitions: [definition(machine)] }, { definitions: [definition(machine)] }),
      /Machine\.cluster\.x-k8s\.io/,
    )
    assert.throws(() => createCatalog({ definitions: [], indexes: [index, index] }), /providerID/)
  })
})
