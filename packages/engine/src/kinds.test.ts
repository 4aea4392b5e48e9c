import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stated } from '@sitrep/conditions'
import {
  createCatalog,
  type DescribedKinds,
  defineStatus,
  fields,
  type KubeObject,
  kindKey,
  list,
  type StatusDefinition,
  type View,
} from '@sitrep/status'
import { everything, now } from './addresses.testing.ts'
import { createEngine, type Engine } from './engine.ts'

// Machines of any group whose CRD has the category `pump`, or that have a field spec.pumps.
const pumps: DescribedKinds = {
  described: 'pump',
  serves: ({ categories, fields: outline }) =>
    categories.includes('pump') && outline['spec']?.['pumps'] !== undefined,
  recognises: ({ spec }) => fields(spec)['pumps'] !== undefined,
}

const siteOf: View<string> = { name: 'siteOf', of: ({ metadata }) => metadata.name }

const pump: StatusDefinition = defineStatus({
  kind: pumps,
  observe: (object, world) => ({
    object,
    neighbours: world.list({ ...kindOf(object), by: { index: 'site', key: 'a' } }, siteOf),
  }),
  compute: ({ object, neighbours }) => {
    const at = { now, status: 'True', reason: 'Pumps' } as const
    const message = neighbours.read ? neighbours.items.join() : neighbours.why
    return {
      status: {
        conditions: [
          { type: 'Ready', status: at.status, reason: at.reason, message, lastTransitionTime: now },
        ],
      },
      decided: [stated({ type: 'Ready', status: 'True', reason: object.kind, message: '' })],
    }
  },
  columns: [],
  onFailure: 'Ready',
})

const kindOf = ({ apiVersion, kind }: KubeObject) => ({ group: apiVersion.split('/')[0] ?? '', kind })

const catalog = createCatalog({
  definitions: [pump],
  indexes: [{ kind: pumps, name: 'site', keys: ({ spec }) => [String(fields(spec)['site'])] }],
  shapes: [
    {
      kind: pumps,
      keep: ({ apiVersion, kind, metadata, spec, status }) => ({ apiVersion, kind, metadata, spec, status }),
    },
  ],
})

const crd = (
  kind: string,
  { categories = ['pump'], spec = ['pumps'], group = 'a.example.org' } = {},
): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    group,
    names: { kind, plural: `${kind.toLowerCase()}s`, categories },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            properties: {
              spec: {
                properties: Object.fromEntries(
                  spec.map((name) => [name, { type: 'string', description: 'x'.repeat(99) }]),
                ),
              },
            },
          },
        },
      },
    ],
  },
})
const object = (kind: string, spec: unknown = { site: 'a' }): KubeObject => ({
  apiVersion: 'a.example.org/v1',
  kind,
  metadata: { name: 'one', namespace: 'town' },
  spec,
})
const ref = (kind: string) => ({ group: 'a.example.org', kind, namespace: 'town', name: 'one' })
const message = (engine: Engine, kind: string): unknown =>
  fields(list(fields(engine.object(ref(kind))?.status)['conditions'])[0])['message']

describe('Kinds found at run time', () => {
  it('have a status from the moment in which a cluster serves them, whichever came first', () => {
    const engine = createEngine(catalog)
    engine.apply([everything, { object: object('Mill') }], now)
    assert.deepEqual(engine.claims(ref('Mill')), [])
    const revision = engine.askedRevision
    const [change] = engine.apply([{ object: crd('Mill') }], now)
    assert.equal(change?.ref.kind, 'Mill')
    assert.deepEqual(engine.claims(ref('Mill')), ['Ready'])
    assert.deepEqual(engine.kinds.map(kindKey), ['Mill.a.example.org'])
    assert.notEqual(engine.askedRevision, revision)
  })

  it('are filed by the indexes of their description, also what was there before', () => {
    const engine = createEngine(catalog)
    engine.apply([everything, { object: object('Mill') }, { object: crd('Mill') }], now)
    assert.equal(message(engine, 'Mill'), 'one')
  })

  it('lose their status when the cluster serves them otherwise or no longer, and what is reported shows again', () => {
    const engine = createEngine(catalog)
    engine.apply([everything, { object: crd('Mill') }, { object: object('Mill') }], now)
    assert.deepEqual(engine.claims(ref('Mill')), ['Ready'])
    engine.apply([{ object: crd('Mill', { categories: [] }) }], now)
    assert.deepEqual(engine.claims(ref('Mill')), [])
    assert.equal(engine.object(ref('Mill'))?.status, undefined)
    engine.apply([{ object: crd('Mill') }], now)
    assert.deepEqual(engine.claims(ref('Mill')), ['Ready'])
    engine.apply(
      [
        {
          gone: {
            group: 'apiextensions.k8s.io',
            kind: 'CustomResourceDefinition',
            name: 'mills.a.example.org',
          },
        },
      ],
      now,
    )
    assert.deepEqual(engine.kinds, [])
  })

  it('are recognised by an object where nobody has a CRD at hand, and never against one', () => {
    const engine = createEngine(catalog)
    const looks = { site: 'a', pumps: 2 }
    engine.apply([everything, { object: object('Mill', looks) }, { object: object('Plain') }], now)
    assert.deepEqual(engine.kinds.map(kindKey), ['Mill.a.example.org'])
    const other = createEngine(catalog)
    other.apply(
      [everything, { object: crd('Mill', { categories: ['other'] }) }, { object: object('Mill', looks) }],
      now,
    )
    assert.deepEqual(other.kinds, [])
  })

  it('ask for the CRD of the cluster, and keep no more of them than is needed to tell', () => {
    const engine = createEngine(catalog)
    assert.deepEqual(engine.asked.map(kindKey), ['CustomResourceDefinition.apiextensions.k8s.io'])
    engine.apply([everything, { object: crd('Mill') }], now)
    const kept = [...engine.objects({ group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition' })][0]
    assert.doesNotMatch(JSON.stringify(kept?.object), /description/)
  })

  const nonsense: [name: string, spec: unknown][] = [
    ['no spec', undefined],
    ['names that are none', { group: 'a.example.org', names: 5, versions: [] }],
    [
      'versions that are none',
      { group: 'a.example.org', names: { kind: 'Mill', plural: 'mills' }, versions: [null, 'x', {}] },
    ],
    [
      'nothing served',
      {
        group: 'a.example.org',
        names: { kind: 'Mill', plural: 'mills' },
        versions: [{ name: 'v1', served: false }],
      },
    ],
  ]
  for (const [name, spec] of nonsense) {
    it(`are not found by a CRD with ${name}, and nothing breaks`, () => {
      const engine = createEngine(catalog)
      const broken = { ...crd('Mill'), spec }
      assert.deepEqual(engine.apply([everything, { object: broken }, { object: object('Mill') }], now), [])
      assert.deepEqual(engine.kinds, [])
    })
  }
})
