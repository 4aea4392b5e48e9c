import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge } from '../judge.ts'
import { kindsWithoutStatus } from './without-status.ts'

const crd = (kind: string, version: object): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  spec: { group: 'example.com', names: { kind }, versions: [{ name: 'v1', served: true, ...version }] },
})
const schema = (properties: object, more: object = {}): object => ({
  schema: { openAPIV3Schema: { type: 'object', properties, ...more } },
})

describe('kinds without a status', () => {
  it('are those whose schema declares none', () => {
    const found = kindsWithoutStatus([
      crd('Plain', schema({ spec: {} })),
      crd('Reporting', schema({ spec: {}, status: {} })),
      crd('WithSubresource', { ...schema({ spec: {} }), subresources: { status: {} } }),
      crd('Open', schema({ spec: {} }, { 'x-kubernetes-preserve-unknown-fields': true })),
      crd('Unschemed', {}),
      { kind: 'Secret' },
      'no object',
    ])
    assert.deepEqual([...found], ['example.com/Plain'])
  })

  it('are ready by being there, and no other kind is', () => {
    const withoutStatus = kindsWithoutStatus([crd('Plain', schema({ spec: {} }))])
    const words = ['Plain', 'Other'].map(
      (kind) =>
        judge(
          { apiVersion: 'example.com/v1', kind, metadata: { name: 'x' } },
          { now: '2026-01-01T12:00:00Z', families: [], withoutStatus },
        ).word,
    )
    assert.deepEqual(words, ['Ready', 'Unknown'])
  })
})
