import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runLine } from '../testing.ts'

const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop}\n'

// biome-ignore format: one line a command
const lines = [
  'get pods', 'describe pod/web', 'explain pod/web', 'trouble', 'wait pod/web --for Ready', 'apply -f -', 'apply -f - --dry-run server',
  'delete pod/web', 'history pod/web', 'lint pods', 'collect', 'run --once --compare',
]

describe('A server that takes requests and never answers', () => {
  // It takes every connection and every request, and that is all.
  const silent = createServer(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'sitrep-silent-'))
  const kubeconfig = join(folder, 'kubeconfig')
  before(async () => {
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const server = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const named = { clusters: [{ name: 'c', cluster: { server } }], users: [] }
    const contexts = [{ name: 'x', context: { cluster: 'c' } }]
    writeFileSync(kubeconfig, JSON.stringify({ ...named, contexts, 'current-context': 'x' }))
  })
  after(() => {
    silent.closeAllConnections()
    silent.close()
    rmSync(folder, { recursive: true })
  })

  for (const line of lines) {
    it(`ends sitrep ${line} with 3 and a clear line`, async () => {
      const words = [...line.split(' '), '--kubeconfig', kubeconfig, '--request-timeout', '150ms']
      const { code, err } = await runLine(words, { input: pod, env: { HOME: folder } })
      assert.equal(code, 3, err.join('\n'))
      assert.match(err.join('\n'), /has not answered within 0\.15s \(--request-timeout\)/)
    })
  }

  it('is not waited for as long as somebody mistypes', async () => {
    const { code, err } = await runLine(['get', 'pods', '--request-timeout', 'soon'], {})
    assert.equal(code, 2)
    assert.match(err[0] ?? '', /^--request-timeout takes a length of time/)
  })
})
