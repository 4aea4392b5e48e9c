import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A program in a process of its own, and the first line it said. */
export interface Started<Answer> {
  readonly answer: Answer
  readonly child: ChildProcess
  readonly stop: () => Promise<void>
}

/** Starts a program, named by its address or by its place in this folder, and waits for the JSON that it prints first. */
export async function start<Answer>(program: string, args: readonly string[]): Promise<Started<Answer>> {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const flags = ['--conditions=@sitrep/source', '--max-old-space-size=8192', '--expose-gc']
  const child = spawn(process.execPath, [...flags, file, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  const line = await Promise.race([firstLine(child), ended])
  if (line === undefined) throw new Error(`${program} ended before it said anything`)
  return { answer: JSON.parse(line) as Answer, child, stop }
}

function firstLine({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (stdout !== null) createInterface({ input: stdout }).once('line', resolve)
  })
}
