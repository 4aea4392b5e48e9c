import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'

const file = new URL('./long-collections.ts', import.meta.url).href

describe('Long collections', () => {
  it('are told to this runtime in words that it knows', () => {
    const program = `import { collectInProportion } from '${file}'\ncollectInProportion()\nconsole.log('told')`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    })
    // A flag that it does not know it complains about, and goes on.
    assert.deepEqual({ stdout, stderr }, { stdout: 'told\n', stderr: '' })
  })
})
