import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { findPeer, howToGetPeers } from '../../../tools/peers/find-peer.ts'
import { lifecycleControllers, missingKubernetes, startKubernetes } from '../../../tools/peers/kubernetes.ts'
import { startApiServer } from '../src/index.ts'

const program = findPeer('client-go')

/** How each story of the Go program ended, by name. */
function stories(kubeconfig: string): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    execFile(program ?? '', { env: { ...process.env, KUBECONFIG: kubeconfig } }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '')
      if (lines.length === 0) return reject(error ?? new Error(stderr))
      const told = lines.map((line): { name: string; ok: boolean; why?: string } => JSON.parse(line))
      resolve(Object.fromEntries(told.map(({ name, ok, why = '' }) => [name, ok ? 'fine' : why])))
    })
  })
}

describe('client-go and controller-runtime', {
  skip: program === undefined ? `client-go not found: ${howToGetPeers}` : false,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-go-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('find in our server all that they need', async (test) => {
    const started = await startApiServer()
    try {
      const kubeconfig = join(folder, 'ours')
      writeFileSync(kubeconfig, started.kubeconfig, { mode: 0o600 })
      const ended = await stories(kubeconfig)
      test.diagnostic(`${Object.keys(ended).length} stories`)
      assert.deepEqual(ended, Object.fromEntries(Object.keys(ended).map((name) => [name, 'fine'])))
    } finally {
      await started.close()
    }
  })

  it('find the same in genuine Kubernetes, so the stories ask for nothing else', {
    skip: missingKubernetes() ?? false,
  }, async () => {
    const kubernetes = await startKubernetes({
      dir: join(folder, 'kubernetes'),
      controllers: lifecycleControllers,
    })
    try {
      const ended = await stories(kubernetes.kubeconfig)
      assert.deepEqual(ended, Object.fromEntries(Object.keys(ended).map((name) => [name, 'fine'])))
    } finally {
      await kubernetes.stop()
    }
  })
})
