import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { recordedWorld } from '../testing.ts'

const launcher = join(import.meta.dirname, '..', '..', 'bin', 'sitrep.mjs')

function start(...line: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=@sitrep/source', launcher, ...line])
  const { text: input } = recordedWorld('remediation')
  // A reader that leaves takes the writer with it; what was not read by then is of no use.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return child
}

describe('In a pipe', () => {
  it('a reader that has seen enough is no error: sitrep status -o yaml | head -1', async () => {
    const child = start('status', '-f', '-', '-o', 'yaml')
    child.stdout.once('data', () => child.stdout.destroy())
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.deepEqual([said, code], ['', 0])
  })

  it('there are no colours and no cut lines', async () => {
    const child = start('get', 'machines', '-f', '-', '-o', 'wide')
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    assert.equal(code, 0)
    assert.ok(!said.includes('\u001b') && !said.includes('…'))
  })
})
