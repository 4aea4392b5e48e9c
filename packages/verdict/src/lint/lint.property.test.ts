import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { families } from '../families.testing.ts'
import { widget } from './lint.testing.ts'
import { lintChange, lintObject } from './lint.ts'
import type { Path } from './path.ts'

const now = '2026-01-01T12:00:00Z'
const runs = { numRuns: 300 }

const strange = fc.oneof(fc.jsonValue(), fc.constantFrom('True', 'Ready', now, '', '\u0000', -1, 1e300))
const entry = fc.oneof(
  strange,
  fc.record(
    {
      type: strange,
      status: strange,
      reason: strange,
      message: strange,
      observedGeneration: strange,
      lastTransitionTime: strange,
      severity: strange,
    },
    { requiredKeys: [] },
  ),
)
const status = fc.record({
  conditions: fc.oneof(fc.array(entry), strange),
  observedGeneration: strange,
  phase: strange,
  parents: fc.array(fc.record({ conditions: fc.array(entry) })),
})
const kinds = fc.constantFrom(
  ['example.com/v1', 'Widget'],
  ['v1', 'Pod'],
  ['cluster.x-k8s.io/v1beta1', 'Cluster'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
)

function leadsSomewhere(object: unknown, path: Path): boolean {
  let value = object
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false
    value = (value as Readonly<Record<string | number, unknown>>)[step]
  }
  return true
}

describe('Linting whatever there is', () => {
  it('never throws on JSON, and every path leads to something in the object', () => {
    fc.assert(
      fc.property(status, kinds, fc.jsonValue(), (given, [apiVersion, kind], spec) => {
        const object = { ...widget(), apiVersion, kind, spec, status: given }
        for (const { path, says } of lintObject(object, { now, families })) {
          assert.ok(leadsSomewhere(object, path), JSON.stringify(path))
          assert.notEqual(says, '')
        }
      }),
      runs,
    )
  })

  it('never throws on two observations', () => {
    fc.assert(
      fc.property(status, status, (before, after) => {
        lintChange({ ...widget(), status: before }, { ...widget(), status: after }, { now, families })
      }),
      runs,
    )
  })

  it('says nothing of an object that did not change', () => {
    fc.assert(
      fc.property(status, (given) => {
        const object = { ...widget(), status: given }
        const duplicates = lintObject(object, { now, families }).some(
          ({ rule }) => rule.id === 'duplicate-condition-type',
        )
        if (!duplicates) assert.deepEqual(lintChange(object, structuredClone(object), { now, families }), [])
      }),
      runs,
    )
  })
})
