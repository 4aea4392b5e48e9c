import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type KubeObject, servedKindOf } from '@sitrep/status'
import { claims, composites, crossplaneResources, managedResources } from './kinds.ts'

const all = { 'managed resource': managedResources, claim: claims, 'composite resource': composites }

const object = (spec: object): KubeObject => ({
  apiVersion: 'example.org/v1',
  kind: 'Thing',
  metadata: { name: 't' },
  spec,
})

type Case = [name: string, spec: object, is: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const cases: Case[] = [
  ['a managed resource',           { forProvider: {} },                                       ['managed resource'],   'that part of a spec is the provider’s'],
  ['a claim',                      { resourceRef: { name: 'x' }, compositionRef: {} },        ['claim'],              'it refers to one composite'],
  ['a composite of version one',   { resourceRefs: [], compositionRef: {} },                  ['composite resource'], 'it refers to what it is made of'],
  ['one that has nothing yet',     { compositionRef: { name: 'x' } },                         ['composite resource'], 'a composition is chosen before anything is made'],
  ['a composite of version two',   { crossplane: { resourceRefs: [] } },                      ['composite resource'], 'what is Crossplane’s stands apart'],
  ['anything else',                { replicas: 3 },                                           [],                     'nothing tells that Crossplane has to do with it'],
]

const recognised = (given: KubeObject): readonly string[] =>
  Object.entries(all).flatMap(([name, kinds]) => (kinds.recognises(given) ? [name] : []))

describe('Kinds that Crossplane describes', () => {
  for (const [name, spec, is, because] of cases) {
    it(`${name} is ${is.join() || 'none of them'}, because ${because}`, () => {
      assert.deepEqual(recognised(object(spec)), is)
      assert.equal(crossplaneResources.recognises(object(spec)), is.length > 0)
    })

    it(`${name} is told by the schema of its kind as well`, () => {
      const properties = Object.fromEntries(Object.keys(spec).map((field) => [field, schemaOf(spec, field)]))
      const served = servedKindOf(crd(properties, is.includes('claim') ? ['claim'] : []))
      assert.ok(served !== undefined)
      const told = Object.entries(all).flatMap(([kind, kinds]) => (kinds.serves(served) ? [kind] : []))
      // A schema without references tells nothing of a composition that is only chosen.
      assert.deepEqual(told, name === 'one that has nothing yet' ? [] : is)
    })
  }

  it('are not mistaken in what is no object at all', () => {
    for (const spec of [undefined, null, 'text', []])
      assert.deepEqual(recognised({ ...object({}), spec } as KubeObject), [])
  })
})

const schemaOf = (spec: object, field: string): object => {
  const value = (spec as Readonly<Record<string, unknown>>)[field]
  const inner = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return { properties: Object.fromEntries(inner.map((name) => [name, {}])) }
}

const crd = (properties: object, categories: readonly string[]): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Cluster',
    names: { kind: 'Thing', plural: 'things', categories },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { properties: { spec: { properties } } } },
      },
    ],
  },
})
