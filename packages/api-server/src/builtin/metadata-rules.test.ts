import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../json/json.ts'
import { validateMetadata, validateMetadataUpdate } from './metadata-rules.ts'
import { dnsSubdomain, pathSegment } from './validation/name-rules.ts'

const rules = { namespaced: true, validateName: dnsSubdomain }
const good: JsonObject = { name: 'a', namespace: 'n' }
const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }

type Row = readonly [given: JsonObject, says: readonly string[], because: string]

// biome-ignore format: the table is the specification; its columns stay aligned
const rows: readonly Row[] = [
  [{},                                             [],                                'nothing is wrong with it'],
  [{ name: '' },                                   ['Required metadata.name'],        'everything has a name'],
  [{ name: 'A' },                                  ['Invalid metadata.name'],         'capitals are not in DNS names'],
  [{ generateName: 'a-' },                         [],                                'something will follow the dash'],
  [{ generateName: 'AB-' },                        ['Invalid metadata.generateName'], 'what follows mends nothing'],
  [{ namespace: '' },                              ['Required metadata.namespace'],   'it lives somewhere'],
  [{ labels: { 'a/b/c': '' } },                    ['Invalid metadata.labels'],       'a key has one prefix at most'],
  [{ labels: { 'example.com/a': 'x' } },           [],                                'a prefix is a domain'],
  [{ labels: { a: 'b c' } },                       ['Invalid metadata.labels'],       'values hold no spaces'],
  [{ labels: { a: 'x'.repeat(64) } },              ['Invalid metadata.labels'],       'values have 63 characters'],
  [{ annotations: { A: 'any thing' } },            [],                                'annotations hold anything'],
  [{ annotations: { a: 'x'.repeat(262_144) } },    ['TooLong metadata.annotations'],  'but not too much of it'],
  [{ finalizers: ['orphan', 'foregroundDeletion'] }, ['Invalid metadata.finalizers'], 'they contradict each other'],
  [{ ownerReferences: [{ ...owner, uid: '' }] },   ['Invalid metadata.ownerReferences.uid'], 'names are given again, uids are not'],
  [{ ownerReferences: [{ ...owner, controller: true }, { ...owner, controller: true }] }, ['Invalid metadata.ownerReferences'], 'two masters'],
]

describe('metadata of a new object', () => {
  for (const [given, says, because] of rows) {
    it(`${JSON.stringify(given).slice(0, 70)}: ${because}`, () => {
      const found = validateMetadata({ ...good, ...given }, rules)
      assert.deepEqual(
        found.map(({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`),
        says,
      )
    })
  }

  it('has no namespace where the kind has none', () => {
    const [problem] = validateMetadata(
      { name: 'system:x', namespace: 'n' },
      { namespaced: false, validateName: pathSegment },
    )
    assert.deepEqual(
      [problem?.field, problem?.message],
      ['metadata.namespace', 'Forbidden: not allowed on this type'],
    )
  })
})

describe('metadata of a changed object', () => {
  const old: JsonObject = { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '1' }

  it('keeps its uid', () => {
    assert.deepEqual(
      validateMetadataUpdate({ ...old, uid: 'v' }, old, rules).changed.map(({ field }) => field),
      ['metadata.uid'],
    )
  })

  it('gets no finalizer once it is being deleted', () => {
    const deleting = { ...old, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a/b'] }
    const given = { ...deleting, finalizers: ['a/b', 'c/d'] }
    const [problem] = validateMetadataUpdate(given, deleting, rules).changed
    assert.match(problem?.message ?? '', /found new finalizers \[\]string\{"c\/d"\}$/)
  })

  it('is told twice of labels that are wrong', () => {
    const { present, changed } = validateMetadataUpdate({ ...old, labels: { a: 'b c' } }, old, rules)
    assert.deepEqual(
      [present, changed].map((errors) => errors.map(({ field }) => field)),
      [['metadata.labels'], ['metadata.labels']],
    )
  })
})
