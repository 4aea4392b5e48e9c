import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { KubeObject } from '@sitrep/status'
import fc from 'fast-check'
import { providerVersion } from './arbitrary.testing.ts'
import { type ConversionOptions, convert } from './convert.ts'
import { ConversionError } from './errors.ts'
import { savedCopyAnnotation } from './saved-copy.ts'
import {
  convertibleKinds,
  proposalNewer,
  proposalOlder,
  releasedNewer,
  releasedOlder,
} from './stages.testing.ts'

const runs = { numRuns: 1_000 }

type Stages = Pick<ConversionOptions, 'from' | 'to'>

const through = (object: KubeObject, { from, to }: Stages): KubeObject =>
  convert(object, { from, to, referenceVersion: () => providerVersion })

const thereAndBack = (object: KubeObject, { from, to }: Stages): KubeObject =>
  through(through(object, { from, to }), { from: to, to: from })

/** Without the copy that the way down leaves behind. */
function withoutCopy(object: KubeObject): KubeObject {
  const { [savedCopyAnnotation]: _copy, ...annotations } = object.metadata.annotations ?? {}
  return { ...object, metadata: { ...object.metadata, annotations } }
}

const withAnnotations = (object: KubeObject): KubeObject => withoutCopy(object)

describe('conversion between the stages of the document', () => {
  const [from, to] = ['proposal-v1beta1', 'proposal-v1beta2'] as const
  for (const kind of convertibleKinds) {
    it(`brings every ${kind} back from the second stage to the first`, () => {
      fc.assert(
        fc.property(proposalOlder(kind), (object) =>
          assert.deepEqual(thereAndBack(object, { from, to }), object),
        ),
        runs,
      )
    })
    it(`brings every ${kind} back from the first stage to the second`, () => {
      fc.assert(
        fc.property(proposalNewer(kind), (object) =>
          assert.deepEqual(thereAndBack(object, { from: to, to: from }), object),
        ),
        runs,
      )
    })
    it(`drops of a ${kind} exactly what the end of the way no longer has`, () => {
      fc.assert(
        fc.property(proposalNewer(kind), (object) => {
          const { status, ...rest } = through(object, { from: to, to: 'proposal-end' })
          const { backCompatibility: _old, ready, ...kept } = (object.status ?? {}) as Record<string, unknown>
          const expected = kind === 'KubeadmControlPlane' || ready === undefined ? kept : { ...kept, ready }
          const { status: _before, ...same } = object
          assert.deepEqual(rest, same)
          assert.deepEqual(status ?? {}, expected)
        }),
        runs,
      )
    })
    it(`never mixes old and new conditions of a ${kind}`, () => {
      fc.assert(
        fc.property(proposalOlder(kind), (object) => {
          const before = (object.status ?? {}) as Record<string, unknown>
          const after = (through(object, { from, to }).status ?? {}) as Record<
            string,
            { conditions?: unknown }
          >
          assert.deepEqual(after['conditions'], before['experimentalConditions'])
          assert.deepEqual(after['backCompatibility']?.conditions, before['conditions'])
        }),
        runs,
      )
    })
  }
})

describe('conversion between the released stages', () => {
  const [from, to] = ['released-v1beta1', 'released-v1beta2'] as const
  for (const kind of convertibleKinds) {
    it(`brings every ${kind} back from v1beta2 to v1beta1`, () => {
      fc.assert(
        fc.property(releasedOlder(kind), (object) => {
          assert.deepEqual(withoutCopy(thereAndBack(object, { from, to })), withAnnotations(object))
        }),
        runs,
      )
    })
    it(`brings every ${kind} back from v1beta1 to v1beta2`, () => {
      fc.assert(
        fc.property(releasedNewer(kind), (object) => {
          assert.deepEqual(
            withAnnotations(thereAndBack(object, { from: to, to: from })),
            withAnnotations(object),
          )
        }),
        runs,
      )
    })
  }
})

const cluster = (status: object, version = 'v1beta1'): KubeObject => ({
  apiVersion: `cluster.x-k8s.io/${version}`,
  kind: 'Cluster',
  metadata: { name: 'a', namespace: 'b' },
  status,
})

describe('a change that is made through the older stage', () => {
  it('beats the saved copy, and everything else comes back as it was', () => {
    const machine: KubeObject = {
      apiVersion: 'cluster.x-k8s.io/v1beta2',
      kind: 'Machine',
      metadata: { name: 'a', namespace: 'b' },
      spec: { version: 'v1.34.1', minReadySeconds: 7 },
      status: { phase: 'Updating', initialization: { infrastructureProvisioned: false }, failureDomain: 'x' },
    }
    const older = through(machine, { from: 'released-v1beta2', to: 'released-v1beta1' })
    const edited = { ...older, spec: { ...(older.spec as object), version: 'v1.35.0' } }
    const newer = through(edited, { from: 'released-v1beta1', to: 'released-v1beta2' })
    assert.deepEqual(newer.spec, { version: 'v1.35.0', minReadySeconds: 7 })
    assert.deepEqual(newer.status, machine.status)
  })
})

type Refusal = [name: string, object: unknown, stages: Stages, code: string, because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const refusals: Refusal[] = [
  ['back from the end',        cluster({}, 'v1beta2'),                                       { from: 'proposal-end', to: 'proposal-v1beta1' },         'no-way',           'older clients need what was dropped'],
  ['back to the second stage', cluster({}, 'v1beta2'),                                       { from: 'proposal-end', to: 'proposal-v1beta2' },         'no-way',           'nobody can invent what was dropped'],
  ['from document to release', cluster({}, 'v1beta2'),                                       { from: 'proposal-v1beta2', to: 'released-v1beta2' },     'no-way',           'no table leads from one to the other'],
  ['from release to document', cluster({}),                                                  { from: 'released-v1beta1', to: 'proposal-v1beta2' },     'no-way',           'no table leads from one to the other'],
  ['a foreign kind',           { ...cluster({}), kind: 'ClusterClass' },                     { from: 'released-v1beta1', to: 'released-v1beta2' },     'unknown-kind',     'it has no table'],
  ['a foreign group',          { ...cluster({}), apiVersion: 'example.com/v1beta1' },        { from: 'released-v1beta1', to: 'released-v1beta2' },     'unknown-kind',     'the same name means something else there'],
  ['a version of no stage',    { ...cluster({}), apiVersion: 'cluster.x-k8s.io/v1alpha4' },  { from: 'released-v1beta1', to: 'released-v1beta2' },     'unknown-version',  'it is not what it is said to be'],
  ['no metadata',              { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Cluster' },  { from: 'released-v1beta1', to: 'released-v1beta2' },     'malformed-object', 'that is no object'],
  ['fields of both stages',    cluster({ conditions: [], backCompatibility: { conditions: [] } }), { from: 'proposal-v1beta1', to: 'proposal-v1beta2' }, 'mixed-stages',   'one of the two would be lost'],
  ['a saved copy in pieces',   { ...cluster({}), metadata: { name: 'a', annotations: { [savedCopyAnnotation]: '{' } } }, { from: 'released-v1beta1', to: 'released-v1beta2' }, 'malformed-field', 'what it held is unknown'],
]

describe('conversion refuses', () => {
  for (const [name, object, stages, code, because] of refusals) {
    it(`${name}: ${code}, because ${because}`, () => {
      assert.throws(
        () => through(object as KubeObject, stages),
        (error) => error instanceof ConversionError && error.code === code,
      )
    })
  }
  it('a reference whose version nobody knows, because the older stage cannot do without one', () => {
    const object = {
      ...cluster({}, 'v1beta2'),
      spec: { infrastructureRef: { apiGroup: 'x.io', kind: 'X', name: 'y' } },
    }
    assert.throws(
      () => convert(object, { from: 'released-v1beta2', to: 'released-v1beta1' }),
      (error) => error instanceof ConversionError && error.code === 'version-unknown',
    )
  })
})
