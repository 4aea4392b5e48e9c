import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { crashLoop } from './crash/crash-loop.ts'

describe('a server killed under load', () => {
  it('has every acknowledged write after each restart, and watches go on without a gap or a repeat', async (test) => {
    const data = mkdtempSync(join(tmpdir(), 'crash-'))
    try {
      const report = await crashLoop({ data, kills: 4, writers: 4, seed: 7 })
      test.diagnostic(
        `${report.kills} kills, ${report.acknowledged} acknowledged writes, ${report.events} events`,
      )
      assert.ok(report.acknowledged > 100, 'there was load')
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  })
})
