import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const folder = join(import.meta.dirname, '..')

describe('the example of the README', () => {
  it('tells of a Gateway whose certificate is missing', () => {
    const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? []
    const flags = ['--conditions=@sitrep/source', '--input-type=module-typescript']
    const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, '--eval', code], {
      cwd: folder,
      encoding: 'utf8',
    })
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^GatewayClass Accepted True Accepted/m)
    assert.match(stdout, /^Gateway Accepted False ListenersNotValid Listeners that are not accepted: web$/m)
  })
})
