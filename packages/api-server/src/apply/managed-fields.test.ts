import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json, JsonObject } from '../json/json.ts'
import { decodeManagedFields, encodeManagedFields } from './managed-fields.ts'
import { scaleManagedFields } from './scale-owners.ts'
import { applied, updated, widget } from './testing.ts'
import { keepTimestamps } from './timestamps.ts'
import { writerName } from './writer-name.ts'

const fields = { 'f:spec': { 'f:replicas': {} } }
function entry(manager: string, more: JsonObject = {}): JsonObject {
  const base = { manager, operation: 'Update', apiVersion: 'apps/v1', time: '2026-01-01T00:00:00Z' }
  return { ...base, fieldsType: 'FieldsV1', fieldsV1: fields, ...more }
}

type Broken = [name: string, list: Json, says: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const broken: Broken[] = [
  ['no list',             {},                                         'managedFields must be a list'],
  ['another operation',   [entry('a', { operation: 'Sell' })],        'operation must be `Apply` or `Update`'],
  ['no version',          [entry('a', { apiVersion: '' })],           'apiVersion must not be empty'],
  ['no type',             [entry('a'), entry('b', { fieldsType: '' })], 'missing fieldsType in managed fields entry 1'],
  ['another type',        [entry('a', { fieldsType: 'FieldsV2' })],   'invalid fieldsType "FieldsV2" in managed fields entry 0'],
  ['fields of no kind',   [entry('a', { fieldsV1: { spec: {} } })],   'error decoding set: missing colon: spec'],
]

describe('managed fields', () => {
  for (const [name, list, message] of broken) {
    it(`with ${name} cannot be decoded`, () => {
      assert.deepEqual(decodeManagedFields(list), { kind: 'undecodable', message })
    })
  }

  it('of the same fields share one set, and others never get it', () => {
    const setOf = (name: string): unknown => {
      const decoded = decodeManagedFields([entry('a', { fieldsV1: { 'f:spec': { [`f:${name}`]: {} } } })])
      return decoded.kind === 'decoded' && [...decoded.owners.values()][0]?.fields
    }
    assert.equal(setOf('replicas'), setOf('replicas'))
    // More than are remembered at a time.
    for (let index = 0; index < 600; index++) {
      assert.deepEqual(setOf(`field-${index}`), { 'f:spec': { [`f:field-${index}`]: {} } })
    }
    assert.deepEqual(setOf('replicas'), { 'f:spec': { 'f:replicas': {} } })
  })

  it('are sorted: appliers, then by time, name, version and subresource', () => {
    const sorted = [
      entry('z', { operation: 'Apply' }),
      entry('c', { time: undefined as never }),
      entry('a'),
      entry('a', { subresource: 'status' }),
      entry('a', { apiVersion: 'apps/v2' }),
      entry('b'),
      entry('a', { apiVersion: 'apps/v3', time: '2026-01-01T00:00:01Z' }),
    ]
    const decoded = decodeManagedFields(sorted.toReversed())
    assert.ok(decoded.kind === 'decoded')
    assert.deepEqual(encodeManagedFields(decoded.owners), sorted)
  })

  it('know an applier whatever its version, an updater by its version too', () => {
    const list = [
      entry('a', { operation: 'Apply' }),
      entry('a', { operation: 'Apply', apiVersion: 'apps/v2' }),
      entry('b'),
      entry('b', { apiVersion: 'apps/v2' }),
    ]
    const decoded = decodeManagedFields(list)
    assert.ok(decoded.kind === 'decoded')
    assert.equal(decoded.owners.size, 3)
  })
})

describe('timestamps', () => {
  const live = updated({ updated: widget({ size: 1 }) })
  const later = JSON.parse(JSON.stringify(live).replace('00:00:00Z', '00:00:09Z'))

  it('go back to what they were when nothing else changed', () => {
    assert.deepEqual(keepTimestamps(live, later), live)
  })

  it('stay new when anything else changed', () => {
    const changed = { ...later, spec: { size: 2 } }
    assert.equal(keepTimestamps(live, changed), changed)
    const shared = applied({ live, config: widget({ size: 1 }) })
    assert.equal(keepTimestamps(live, shared), shared)
  })
})

describe('the name of a writer', () => {
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: [fieldManager: string, userAgent: string, says: string, because: string][] = [
    ['mine', 'kubectl/1.0',        'mine',            'the client says so'],
    ['',     'kubectl/v1.30 (x)',  'kubectl',         'the program stands before the slash'],
    ['',     'a\u0007b\u00a0c/1',  'abc',             'what cannot be printed is left out'],
    ['',     'é'.repeat(100),      'é'.repeat(64),    'a name has at most 128 bytes'],
    ['',     '',                   '',                'no name at all'],
  ]
  for (const [fieldManager, userAgent, says, because] of cases) {
    it(`is ${says || 'empty'}, because ${because}`, () =>
      assert.equal(writerName({ fieldManager, userAgent }), says))
  }
})

describe('the owners of a scale', () => {
  const paths = new Map([['apps/v1', ['spec', 'replicas']]])
  const parent = [
    entry('deployer', { fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:template': {} } } }),
    entry('gone', { apiVersion: 'apps/v0' }),
  ]

  it('are those of the parent that own the replicas', () => {
    assert.deepEqual(scaleManagedFields(parent, paths), [entry('deployer', { apiVersion: 'autoscaling/v1' })])
  })
})
