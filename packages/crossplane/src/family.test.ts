import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createEngine, type Engine, type Explanation, fileChanges } from '@sitrep/engine'
import { createCatalog, type KubeObject, type ObjectRef, type Profile, profiles } from '@sitrep/status'
import fc from 'fast-check'
import { parseAllDocuments } from 'yaml'
import { parts } from './parts.ts'

const now = '2026-08-21T12:00:00Z'
const failure = 'update failed: permission denied to alter database "orders"'

const conditions = (...said: readonly string[]): readonly object[] =>
  said.map((each) => {
    const [, type, status, reason, message = ''] = /^(\w+)=(\w+)\/(\w+)(?:: (.*))?$/.exec(each) ?? []
    return { type, status, reason, message, lastTransitionTime: '2026-08-20T08:00:00Z' }
  })
const object = (apiVersion: string, kind: string, rest: Partial<KubeObject>): KubeObject => ({
  apiVersion,
  kind,
  ...rest,
  metadata: { name: 'orders', generation: 1, ...rest.metadata },
})
const claim = (...said: readonly string[]): KubeObject =>
  object('example.org/v1', 'Database', {
    metadata: { name: 'orders', namespace: 'shop' },
    spec: { resourceRef: { apiVersion: 'example.org/v1', kind: 'XDatabase', name: 'orders' } },
    status: { conditions: conditions(...said) },
  })
const composite = (...said: readonly string[]): KubeObject =>
  object('example.org/v1', 'XDatabase', {
    spec: { resourceRefs: [{ apiVersion: 'sql.example.org/v1', kind: 'Database', name: 'orders' }] },
    status: { conditions: conditions(...said) },
  })
const managed = (...said: readonly string[]): KubeObject =>
  object('sql.example.org/v1', 'Database', {
    spec: { forProvider: {} },
    status: { conditions: conditions(...said) },
  })

const claimRef: ObjectRef = { group: 'example.org', kind: 'Database', namespace: 'shop', name: 'orders' }
const compositeRef: ObjectRef = { group: 'example.org', kind: 'XDatabase', name: 'orders' }
const managedRef: ObjectRef = { group: 'sql.example.org', kind: 'Database', name: 'orders' }

function world(profile: Profile, ...objects: readonly KubeObject[]): Engine {
  const engine = createEngine(createCatalog(parts.catalog({ profile })))
  engine.apply(fileChanges(objects), now)
  return engine
}

/** The chain from a condition down to where it begins, a step each. */
const chain = (explained: Explanation | undefined): readonly string[] => {
  if (explained === undefined) return []
  const { ref, type, condition, causes } = explained
  return [
    `${ref.kind}.${ref.group} ${type}=${condition?.status}/${condition?.reason}`,
    ...causes.filter(({ elsewhere }) => !elsewhere).flatMap(chain),
  ]
}

const leaf = (explained: Explanation | undefined): Explanation | undefined =>
  explained?.causes[0] === undefined ? explained : leaf(explained.causes[0])

// biome-ignore format: the table is the specification; its columns stay aligned
const chains: [name: string, objects: readonly KubeObject[], says: readonly string[], because: string][] = [
  ['a failed update, released', [claim('Ready=True/Available'), composite('Ready=True/Available'), managed('Ready=True/Available', `Synced=False/ReconcileError: ${failure}`)],
    ['Database.example.org Ready=True/Available', 'XDatabase.example.org Ready=True/Available', 'Database.sql.example.org Synced=False/ReconcileError'], 'Ready hides it, so the chain goes where it is said'],
  ['a failed update, proposal', [claim('Ready=False/Waiting'), composite('Ready=False/Creating'), managed('Ready=False/Updating', `Synced=False/ReconcileError: ${failure}`)],
    ['Database.example.org Ready=False/Waiting', 'XDatabase.example.org Ready=False/Creating', 'Database.sql.example.org Ready=False/Updating', 'Database.sql.example.org Synced=False/ReconcileError'], 'each level rests on the one below'],
  ['a failed operation',        [claim('Ready=False/Waiting'), composite('Ready=False/Creating'), managed('Ready=False/Creating', 'Synced=True/ReconcileSuccess', `LastAsyncOperation=False/ApplyFailure: ${failure}`)],
    ['Database.example.org Ready=False/Waiting', 'XDatabase.example.org Ready=False/Creating', 'Database.sql.example.org Ready=False/Creating', 'Database.sql.example.org LastAsyncOperation=False/ApplyFailure'], 'what works on after the pass fails after it'],
]

describe('Resources of other providers', () => {
  for (const [name, objects, says, because] of chains) {
    it(`${name}: explained from the claim to the provider’s message, because ${because}`, () => {
      const explained = world('released', ...objects).explain(claimRef, 'Ready')
      assert.deepEqual(chain(explained), says)
      assert.equal(leaf(explained)?.condition?.message, failure)
    })

    it(`${name}: nothing is claimed`, () => {
      const engine = world('proposal', ...objects)
      assert.deepEqual([claimRef, compositeRef, managedRef].map(engine.claims), [[], [], []])
    })
  }

  it('are told where they disagree with their parts', () => {
    const engine = world('released', composite('Ready=True/Available'), managed('Ready=False/Unavailable'))
    assert.equal(engine.compared(compositeRef)[0]?.conditions[0]?.message, 'Unready resources: orders')
  })

  it('are found by the category of their kind where the schema says nothing of the provider’s part', () => {
    const crd = object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
      metadata: { name: 'databases.sql.example.org' },
      spec: {
        group: 'sql.example.org',
        names: { kind: 'Database', plural: 'databases', categories: ['crossplane', 'managed', 'sql'] },
        versions: [{ name: 'v1', served: true, storage: true }],
      },
    })
    assert.deepEqual(world('released', crd).describedKinds, [{ group: 'sql.example.org', kind: 'Database' }])
  })
})

const fact = (kind: string, about: string, status: object, namespace?: string): KubeObject =>
  object('sitrep.dev/v1alpha1', kind, {
    metadata: { name: `${about}:orders`, ...(namespace !== undefined && { namespace }) },
    status,
  })
const steps = [
  'read',
  'initialize',
  'resolve-references',
  'connect',
  'observe',
  'publish-observed',
  'add-finalizer',
]
const told: readonly KubeObject[] = [
  fact('ExternalObservation', 'Database.sql.example.org', {
    well: steps,
    failed: { update: 'permission denied to alter database "orders"' },
    observed: { exists: true },
  }),
  fact('PipelineAnswer', 'XDatabase.example.org', {}),
  fact('ClaimBinding', 'Database.example.org', {}, 'shop'),
]

describe('Resources of our own', () => {
  const engine = world('proposal', claim(), composite(), managed('Ready=True/Available'), ...told)

  it('have one owner for each condition that is said', () => {
    assert.deepEqual(engine.claims(managedRef), ['Ready', 'Synced', 'UpToDate'])
    assert.deepEqual(engine.claims(compositeRef), ['Responsive', 'Synced', 'Ready'])
    assert.deepEqual(engine.claims(claimRef), ['Synced', 'Ready'])
  })

  it('are explained from the claim to the step that failed', () => {
    const explained = engine.explain(claimRef, 'Ready')
    assert.deepEqual(chain(explained), [
      'Database.example.org Ready=False/Waiting',
      'XDatabase.example.org Ready=False/Creating',
      'Database.sql.example.org Ready=False/Updating',
      'Database.sql.example.org Synced=False/ReconcileError',
    ])
    const end = leaf(explained)
    assert.equal(end?.condition?.message, failure)
    assert.deepEqual(
      end?.inputs.map(({ ref, field, value }) => [ref.kind, field, value]),
      [['ExternalObservation', 'status.failed.update', 'permission denied to alter database "orders"']],
    )
  })

  it('belong to their provider again once nobody tells of passes over them', () => {
    const later = world('proposal', managed('Ready=True/Available'), ...told)
    later.apply(
      [
        {
          gone: { group: 'sitrep.dev', kind: 'ExternalObservation', name: 'Database.sql.example.org:orders' },
        },
      ],
      now,
    )
    assert.deepEqual(later.claims(managedRef), [])
    assert.deepEqual(later.object(managedRef)?.status, managed('Ready=True/Available').status)
  })
})

const vectors = join(import.meta.dirname, '..', 'vectors', 'released')
const worlds: readonly { readonly objects: readonly KubeObject[] }[] = ['managed', 'composites'].flatMap(
  (name) =>
    parseAllDocuments(readFileSync(join(vectors, `${name}.yaml`), 'utf8')).map((document) => document.toJS()),
)
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', true, [], {}, [null], [{}], [[]], -1, 1.5),
  fc.string(),
)

describe('Objects that are malformed', () => {
  it('make no definition fail, whatever stands in spec, status or a fact', () => {
    const place = fc.tuple(fc.constantFrom(...worlds), fc.nat(), fc.nat(), odd, fc.constantFrom(...profiles))
    fc.assert(
      fc.property(place, ([{ objects }, which, field, value, profile]) => {
        const target = which % objects.length
        const bent = objects.map((each, at) => (at === target ? withOdd(each, field, value) : each))
        const engine = createEngine(createCatalog(parts.catalog({ profile })))
        const problems = engine.apply(fileChanges(bent), now).flatMap((change) => change.problems)
        assert.deepEqual(problems, [])
      }),
      { numRuns: 300 },
    )
  })
})

/** The object with something odd at one of the places below its spec and status. */
function withOdd(given: KubeObject, field: number, value: unknown): KubeObject {
  const copy = structuredClone(given) as unknown as Record<string, unknown>
  const places: [holder: Record<string, unknown>, key: string][] = []
  const collect = (holder: Record<string, unknown>, keys: readonly string[]): void => {
    for (const key of keys) {
      places.push([holder, key])
      const inner = holder[key]
      if (typeof inner === 'object' && inner !== null)
        collect(inner as Record<string, unknown>, Object.keys(inner))
    }
  }
  collect(copy, ['spec', 'status'])
  const [holder, key] = places[field % places.length] ?? assert.fail()
  holder[key] = value
  return copy as unknown as KubeObject
}
