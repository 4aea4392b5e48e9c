import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'

const program = join(import.meta.dirname, '..', '..', 'bin', 'sitrep.mjs')
const limit = { timeout: 60_000 }

describe('sitrep run --write that cannot keep its Leases', () => {
  let folder = ''
  let server: StartedApiServer
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sitrep-run-'))
    server = await startApiServer()
    writeFileSync(join(folder, 'kubeconfig'), server.kubeconfig, { mode: 0o600 })
  })
  after(async () => {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const shards of ['1', '2'])
    it(`goes on with ${shards} of them, for they may come to be allowed`, limit, async () => {
      const kubeconfig = join(folder, 'kubeconfig')
      const args = ['run', '--kubeconfig', kubeconfig, '--write', '--shards', shards, '--metrics-port', '0']
      const flags = ['--conditions=@sitrep/source', program, ...args, '--lease-namespace', 'nowhere']
      const child = spawn(process.execPath, flags)
      try {
        const ended = once(child, 'close')
        let said = ''
        for await (const chunk of child.stderr.setEncoding('utf8')) {
          said += String(chunk)
          if (said.includes('"msg":"running"')) break
        }
        assert.match(said, /"msg":"running"/)
        child.kill('SIGTERM')
        assert.deepEqual(await ended, [0, null])
      } finally {
        child.kill('SIGKILL')
      }
    })
})
