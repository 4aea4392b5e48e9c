import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type StartedApiServer, startApiServer } from '@sitrep/api-server'

const program = join(import.meta.dirname, '..', '..', 'bin', 'sitrep.mjs')

/** How a process ended; one that does not end by itself is killed and counts as `killed`. */
function ended(
  args: readonly string[],
): Promise<{ readonly code: number | 'killed'; readonly said: string }> {
  const flags = ['--conditions=@sitrep/source', program, 'run', ...args]
  return new Promise((resolve) => {
    const options = { timeout: 20_000, killSignal: 'SIGKILL' } as const
    execFile(process.execPath, flags, options, (error, _, said) =>
      resolve({ code: error === null ? 0 : error.killed === true ? 'killed' : Number(error.code), said }),
    )
  })
}

describe('sitrep run that cannot start', () => {
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

  type Case = [name: string, args: readonly string[], code: number, says: RegExp, because: string]
  // biome-ignore format: the table is the specification; its columns stay aligned
  const cases: Case[] = [
    ['without a token on the network', ['--metrics-port', '0', '--metrics-host', '0.0.0.0'],                               3, /without a token/,  'everybody could read'],
    ['without a certificate',          ['--metrics-port', '0', '--webhook-port', '0', '--webhook-cert', '/nonexistent'],  2, /tls\.crt/,         'no API server would talk to it'],
    ['with half a shard',              ['--metrics-port', '0', '--write', '--shards', '0.5'],                              2, /from 1 to 1000/,   'nobody would ever write'],
    ['with shards beyond counting',    ['--metrics-port', '0', '--write', '--shards', '1e9'],                              2, /from 1 to 1000/,   'looking for them would take all memory'],
  ]
  for (const [name, args, code, says, because] of cases) {
    it(`${name} says so and ends, because ${because}`, async () => {
      const outcome = await ended(['--kubeconfig', join(folder, 'kubeconfig'), ...args])
      assert.match(outcome.said, says)
      assert.equal(outcome.code, code)
    })
  }
})
