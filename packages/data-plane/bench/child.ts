import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A program beside the bench. */
export interface Child {
  /** What it said first: where it can be reached. */
  readonly said: string
  readonly end: () => Promise<void>
}

/** Runs a file of this folder in a process of its own, and waits for its first line. */
export async function startChild(file: string, ...args: readonly string[]): Promise<Child> {
  const flags = ['--conditions=@sitrep/source', join(import.meta.dirname, file), ...args]
  const child = spawn(process.execPath, flags, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { said: line.toString().trim(), end: () => ended(child) }
}

/** Asks a process to end, and waits until it has. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
