import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

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

/** Plain JavaScript on the command line: a file of TypeScript would load the compiler into the process that is measured. */
const serve = `
const [entry, data] = process.argv.slice(1)
const { startApiServer } = await import(entry)
const started = await startApiServer({ data })
const { url, token } = started
console.log(JSON.stringify({ url, token, readyMs: performance.now() }))
process.once('SIGTERM', () => void started.close().then(() => process.exit(0)))
`

const built = new URL('../dist/index.js', import.meta.url).href

/** Starts our server on a folder: the built one, which is what users run and what `npm run bench` builds first. */
export const startOurs = (data: string): Promise<MeasuredServer> =>
  start('--input-type=module', '-e', serve, built, data)

/** Starts a server that does nothing but answer. */
export const startBare = (): Promise<MeasuredServer> => start(join(import.meta.dirname, 'bare-server.mjs'))

async function start(...program: readonly string[]): Promise<MeasuredServer> {
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
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

/** The memory of all processes that work in a folder, as their command lines name it. */
export function residentMbIn(folder: string): number {
  const pids = globSync('/proc/[0-9]*/cmdline').filter((file) => readIfThere(file).includes(folder))
  return residentMb(pids.map((file) => Number(file.split('/')[2])))
}

/** Linux tells it in a file; elsewhere it is not known. */
function residentMb(pids: readonly number[]): number {
  const kb = pids.map((pid) => /VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1] ?? Number.NaN)
  return pids.length === 0 ? Number.NaN : kb.reduce<number>((sum, each) => sum + Number(each), 0) / 1024
}

/** Processes end while one is looking. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return ''
  }
}
