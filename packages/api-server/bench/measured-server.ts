import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server that is measured from outside. */
export interface MeasuredServer {
  readonly url: string
  readonly token: string
  /** From the start of the process to the first request it could answer, in ms. */
  readonly readyMs: number
  /** Memory that the process holds, in MB. */
  readonly residentMb: () => number
  readonly stop: () => Promise<void>
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Starts our server on a folder: the built one where there is one, which is what users run. */
export async function startOurs(data: string): Promise<MeasuredServer> {
  const built = here('../dist/index.js')
  const entry = existsSync(built) ? built : here('../src/index.ts')
  const flags = entry === built ? [] : ['--conditions=@sitrep/source']
  const child = spawn(process.execPath, [...flags, here('./serve.ts'), entry, data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, token, readyMs } = JSON.parse(await firstLine(child)) as Pick<
    MeasuredServer,
    'url' | 'token' | 'readyMs'
  >
  return { url, token, readyMs, residentMb: () => residentMb([child.pid ?? 0]), stop: () => stop(child) }
}

function firstLine({ stdout, pid }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stdout === null) throw new TypeError('the server has no output')
    const lines = createInterface({ input: stdout })
    lines.once('line', resolve)
    lines.once('close', () => reject(new Error(`server ${pid} ended before it was ready`)))
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Linux tells it in pages of a file; elsewhere it is not known. */
export function residentMb(pids: readonly number[]): number {
  const kb = pids.map((pid) => {
    const status = `/proc/${pid}/status`
    return existsSync(status)
      ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0)
      : Number.NaN
  })
  return kb.reduce((sum, each) => sum + each, 0) / 1024
}
