import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { endsWithUs } from './ends-with-us.ts'

/** A program that we started; it ends with us at the latest. */
export interface Child {
  readonly pid: number | undefined
  /** Set as soon as the program ended by itself: how it ended and the last lines of its log. */
  failure(): string | undefined
  /** Asks it to end, and tells with which code it did. */
  end(): Promise<number | null>
  /** Ends it at once, without asking it to tidy up. */
  kill(): Promise<void>
}

/** Where a program's output goes, and what it finds in its environment besides ours. */
export interface ChildSettings {
  readonly log: string
  readonly env: Readonly<Record<string, string>>
}

/** Starts a program whose output goes to a file, and ends it with this process. */
export function startChild(
  program: string,
  args: readonly string[],
  settings: string | ChildSettings,
): Child {
  const { log, env } = typeof settings === 'string' ? { log: settings, env: {} } : settings
  const output = openSync(log, 'w')
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  })
  closeSync(output)
  let failure: string | undefined
  let stopping = false
  child.once('error', (error) => {
    failure = `${program}: ${error.message}`
  })
  child.once('exit', (code, signal) => {
    if (!stopping) failure = `${program} ended (${signal ?? code}):\n${lastLines(log)}`
  })
  const letGo = endsWithUs(child)
  const stop = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    stopping = true
    await ended(child, signal)
    letGo()
  }
  return {
    pid: child.pid,
    failure: () => failure,
    end: async () => {
      await stop('SIGTERM')
      return child.exitCode
    },
    kill: () => stop('SIGKILL'),
  }
}

async function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

function lastLines(log: string): string {
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
}

/** Ports of the loopback that nobody listens on at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
