import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ManagedCase } from './case.testing.ts'
import { isManagedCase, runManagedCase, storedCases } from './run-case.testing.ts'

const cases = storedCases()

describe('passes of the genuine reconciler', () => {
  for (const given of cases) {
    it(`${given.id}, row ${given.row}: ${given.n}`, async () => {
      assert.ok(isManagedCase(given))
      assert.deepEqual((await runManagedCase(given)).differences, [])
    })
  }

  it('end in every row but the one that only goes on', () => {
    const rows = new Set(cases.map(({ row }) => row))
    assert.deepEqual(
      Array.from({ length: 34 }, (_, at) => at + 1).filter((row) => !rows.has(row)),
      [4],
    )
  })

  it('are told from one that comes out otherwise', async () => {
    const [first] = cases
    assert.ok(first !== undefined)
    const other = { ...first, w: { ...first.w, result: 'requeue' } } as ManagedCase
    assert.deepEqual((await runManagedCase(other)).differences, ['result is "none", expected "requeue"'])
  })
})
