import { execFile } from 'node:child_process'
import { findPeer, howToGetPeers } from '../../../tools/peers/find-peer.ts'

/** How one call of kubectl went. */
export interface KubectlOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export type Kubectl = (args: readonly string[], input?: string) => Promise<KubectlOutcome>

/** The genuine kubectl on one server; nobody's own settings take part. */
export function kubectlFor(kubeconfig: string, home: string): Kubectl {
  const program = findPeer('kubectl')
  if (program === undefined) throw new Error(`kubectl not found: ${howToGetPeers}`)
  const env = { PATH: process.env['PATH'], HOME: home, KUBECONFIG: kubeconfig }
  return (args, input = '') =>
    new Promise((resolve) => {
      const child = execFile(program, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
      )
      child.stdin?.end(input)
    })
}
