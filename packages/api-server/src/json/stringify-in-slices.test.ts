import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { inOneGo } from '../schema/slices.ts'
import type { Json } from './json.ts'
import { stringifyInSlices } from './stringify-in-slices.ts'

describe('stringifyInSlices', () => {
  it('writes what JSON is otherwise, however many levels are written one by one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, levels) => {
        assert.equal(inOneGo(stringifyInSlices(value as Json, levels)).toString(), JSON.stringify(value))
      }),
    )
  })

  it('stops where much has been written', () => {
    const members = Array.from({ length: 20 }, (_, at) => [`m${at}`, 'x'.repeat(100_000)] as const)
    const stops = [...stringifyInSlices({ inner: Object.fromEntries(members) }, 2)]
    assert.ok(stops.length >= 5, `${stops.length} stops`)
  })
})
