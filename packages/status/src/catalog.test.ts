import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCatalog, layoutOf, namedKinds, withGiven } from './catalog.ts'
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
const object = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine', metadata: { name: 'a' } }
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

  it('leaves a kind that is given as it is reported, and computes the others', () => {
    const other = { group: 'apps', kind: 'Deployment' }
    const catalog = createCatalog({ definitions: [definition(machine), definition(other)] })
    const [held, computed] = withGiven(catalog, ({ kind }) => kind === 'Machine').definitions
    const status = { phase: 'Running' }
    assert.deepEqual(held?.compute(held.observe({ ...object, status }, {} as never)), { status, decided: [] })
    assert.equal(computed, catalog.definitions[1])
  })

  it('knows the layouts of an object, where its kind has another than the one that is remembered', () => {
    const shape = { kind: machine, keep: () => object, layOut: () => ({}) }
    const other = { kind: { group: 'apps', kind: 'Deployment' }, keep: () => object }
    const catalog = createCatalog({ definitions: [], shapes: [shape, other] })
    assert.equal(layoutOf(catalog, object)?.layOut, shape.layOut)
    assert.equal(layoutOf(catalog, { ...object, apiVersion: 'apps/v1', kind: 'Deployment' }), undefined)
  })
})
