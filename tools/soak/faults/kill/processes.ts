import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProgramOptions } from './options.ts'

const program = join(import.meta.dirname, 'program.ts')

/** One process, that can be ended in no gentle way. */
export interface Killable {
  /** All that it has said, once it is ready; fails where it ended before by itself. */
  readonly ready: Promise<string>
  readonly kill: () => Promise<void>
}

/** Starts a process of its own. It ends with this one, whatever becomes of it. */
export function startProgram(options: ProgramOptions): Killable {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@sitrep/source',
      '--disable-warning=ExperimentalWarning',
      program,
      JSON.stringify(options),
    ],
    {
      // The first is never written to: that it ends tells the process that nobody is there any more.
      stdio: ['pipe', 'pipe', 'pipe'],
      // Reading the sources anew at every start would take longer than everything else.
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'sitrep-compile-cache') },
    },
  )
  const killWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const gone = once(child, 'close').then(() => process.off('exit', killWithUs))
  let killed = false
  const ready = readyOf(child, () => killed)
  // Whoever is killed before it was ready is not waited for by anybody.
  ready.catch(() => {})
  return {
    ready,
    kill: async () => {
      killed = true
      child.kill('SIGKILL')
      await gone
    },
  }
}

function readyOf(child: ChildProcess, killed: () => boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const said = { out: '', err: '' }
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      said.out += chunk
      if (said.out.includes('ready')) resolve(said.out)
    })
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      said.err += chunk
    })
    child.once('close', () =>
      reject(new Error(killed() ? 'killed' : `A process ended by itself: ${said.err.slice(-2_000)}`)),
    )
  })
}
