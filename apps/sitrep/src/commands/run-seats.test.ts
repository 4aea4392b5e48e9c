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
    it(`says so and goes on with ${shards} of them, for they may come to be allowed`, limit, async () => {
      const kubeconfig = join(folder, 'kubeconfig')
      const args = ['run', '--kubeconfig', kubeconfig, '--write', '--shards', shards, '--metrics-port', '0']
      const flags = ['--conditions=@sitrep/source', program, ...args, '--lease-namespace', 'nowhere']
      const child = spawn(process.execPath, flags)
      try {
        const ended = once(child, 'close')
        let said = ''
        for await (const chunk of child.stderr.setEncoding('utf8')) {
          said += String(chunk)
          if (said.includes('"msg":"running"') && said.includes('the Leases')) break
        }
        assert.match(
          said,
          /"namespace":"nowhere",.*"msg":"the Leases cannot be kept: nothing is written here"/,
        )
        const api = /"api":"([^"]+)"/.exec(said)?.[1] ?? assert.fail(said)
        const asked = async (path: string): Promise<string> => (await fetch(new URL(path, api))).text()
        while (!(await asked('/readyz')).startsWith('ok'));
        assert.match(
          await asked('/readyz'),
          /^Nothing is written here: the Leases by which the work is shared cannot be kept since .*nowhere/m,
        )
        assert.match(await asked('/api/v1/sight'), /"seat":\{"held":false,"members":\[\],"trouble":/)
        assert.match(await asked('/metrics'), /^sitrep_seat 0$/m)
        child.kill('SIGTERM')
        assert.deepEqual(await ended, [0, null])
      } finally {
        child.kill('SIGKILL')
      }
    })
})
