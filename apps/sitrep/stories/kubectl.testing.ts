import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KubeObject } from '@sitrep/status'
import { stringify } from 'yaml'
import { findKubectls } from '../../../tools/peers/find-kubectls.ts'

/** Applies objects as a person does; nothing where there is no kubectl on this machine. */
export function kubectlApply(
  kubeconfig: string,
): ((objects: readonly KubeObject[]) => Promise<string>) | undefined {
  const newest = findKubectls().at(-1)
  if (newest === undefined) return undefined
  return async (objects) => {
    const folder = mkdtempSync(join(tmpdir(), 'sitrep-kubectl-'))
    try {
      const config = join(folder, 'kubeconfig')
      writeFileSync(config, kubeconfig, { mode: 0o600 })
      const env = { ...process.env, KUBECONFIG: config, HOME: folder }
      return await said(newest.path, env, objects.map((object) => stringify(object)).join('---\n'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}

// Not the synchronous kind of call: the server that kubectl talks to lives in this very process.
function said(path: string, env: NodeJS.ProcessEnv, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, ['apply', '-f', '-'], { env })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`kubectl apply ended with ${code}: ${text}`)),
    )
    child.stdin.end(input)
  })
}
