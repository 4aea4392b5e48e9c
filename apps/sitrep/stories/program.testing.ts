import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, openKubeconfig } from '@sitrep/controller/connection'

const launcher = join(import.meta.dirname, '..', 'bin', 'sitrep.mjs')

/** How a program ended, and all that it said. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The command as a process of its own. */
export interface RunningProgram {
  /** Resolves with everything on standard output so far once it says this; fails where the program ends before. */
  readonly says: (words: string) => Promise<string>
  /** The same for its log. */
  readonly logs: (words: string) => Promise<string>
  readonly kill: (signal: NodeJS.Signals) => Promise<Ended>
  readonly ended: Promise<Ended>
}

/** Starts programs and ends those that are left over, whatever became of the test. */
export interface Programs {
  /** `sitrep` with these words behind it. */
  readonly sitrep: (args: readonly string[], env?: NodeJS.ProcessEnv) => RunningProgram
  /** `sitrep up` on a folder, once it says how to reach it. */
  readonly up: (data: string, ...args: readonly string[]) => Promise<RunningUp>
  readonly endAll: () => Promise<void>
}

export function openPrograms(): Programs {
  const running: RunningProgram[] = []
  const sitrep: Programs['sitrep'] = (args, env) => {
    const program = startSitrep(args, env)
    running.push(program)
    return program
  }
  return {
    sitrep,
    up: (data, ...args) => reach(sitrep(['up', '--data', data, ...args]), data),
    endAll: async () => {
      await Promise.all(running.map(({ kill }) => kill('SIGKILL')))
    },
  }
}

function startSitrep(args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningProgram {
  // With the condition given here the launcher needs no second process, and a signal reaches the program itself.
  const child = spawn(process.execPath, ['--conditions=@sitrep/source', launcher, ...args], {
    env: { ...process.env, ...env },
  })
  const text = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (chunk: string) => {
      text[stream] += chunk
      for (const listener of listeners) listener()
    })
  const killWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    process.off('exit', killWithUs)
    for (const listener of listeners) listener()
    return { code, signal, ...text }
  })
  const heard = (stream: 'stdout' | 'stderr', words: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const listen = (): void => {
        const over = child.exitCode !== null || child.signalCode !== null
        if (!text[stream].includes(words) && !over) return
        listeners.delete(listen)
        if (text[stream].includes(words)) resolve(text[stream])
        else reject(new Error(`sitrep ${args.join(' ')} ended without saying ${words}: ${text.stderr}`))
      }
      listeners.add(listen)
      listen()
    })
  return {
    says: (words) => heard('stdout', words),
    logs: (words) => heard('stderr', words),
    kill: (signal) => {
      child.kill(signal)
      return ended
    },
    ended,
  }
}

/** Everything of `sitrep up` that is ready, with a client of its administrator. */
export interface RunningUp extends RunningProgram {
  readonly connection: Connection
  readonly port: number
}

async function reach(program: RunningProgram, data: string): Promise<RunningUp> {
  const said = await program.says('Ctrl-C stops it')
  const port = Number(/API server +https:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1])
  const { connection } = await openKubeconfig({ text: readFileSync(join(data, 'kubeconfig'), 'utf8') })
  return {
    ...program,
    connection,
    port,
    kill: (signal) => {
      connection.close()
      return program.kill(signal)
    },
  }
}

/** Longer than any test may take: a question that outlives its test would keep the process. */
const longestMs = 300_000

// Who asks all the time takes from the program what it needs to come to an answer.
const betweenQuestionsMs = 100

/** Resolves once the question is answered with yes. The caller's test has a limit of its own. */
export async function eventually<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const end = performance.now() + longestMs
  while (performance.now() < end) {
    const answer = await ask()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, betweenQuestionsMs))
  }
  throw new Error('nothing of the kind came to pass')
}
