import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePorts } from '../../../../tools/peers/child.ts'

export interface ServerAddress {
  readonly url: string
  readonly token: string
  readonly authority: string
}

/** A server that can be killed at any moment and started again over the same folder. */
export interface CrashingServer {
  start(): Promise<ServerAddress>
  /** SIGKILL: no handler runs, nothing is flushed. */
  kill(): Promise<void>
}

export async function openCrashingServer(data: string): Promise<CrashingServer> {
  const [port = 0] = await freePorts(1)
  const program = join(import.meta.dirname, 'server.ts')
  let child: ChildProcess | undefined
  return {
    start: async () => {
      const started = spawn(process.execPath, ['--conditions=@sitrep/source', program, data, String(port)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      return await firstLine(started)
    },
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function firstLine(child: ChildProcess): Promise<ServerAddress> {
  if (child.stdout === null) throw new Error('the server has no output')
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit').then(() => {
    throw new Error('the server ended before it listened')
  })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return JSON.parse(String(line))
}
