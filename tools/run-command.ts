import { spawn } from 'node:child_process'
import { root } from './workspace.ts'

export interface CommandResult {
  readonly code: number
  readonly output: string
}

/** Runs a command of the workspace to its end and gives back what it printed. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string } = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: options.cwd ?? root, stdio: ['ignore', 'pipe', 'pipe'] })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}
