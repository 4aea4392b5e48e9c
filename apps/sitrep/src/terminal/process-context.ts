import type { Context } from '../command.ts'
import type { FamilyEntry } from '../families/families.ts'

/** The streams, clock and signals of this process. The only place where the program looks at them. */
export function processContext(typed: readonly string[], families: readonly FamilyEntry[]): Context {
  const { stdout, stderr, env } = process
  const interrupt = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort(signal))
  // A reader that has seen enough closes the pipe: `sitrep get … | head` is no error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return {
    print: (line) => void stdout.write(`${line}\n`),
    complain: (line) => void stderr.write(`${line}\n`),
    write: (text) => void stdout.write(text),
    readInput: async () => {
      const chunks: Buffer[] = []
      // Looking at the input opens it, which few commands need.
      for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString('utf8')
    },
    get width() {
      return stdout.isTTY ? stdout.columns : undefined
    },
    get height() {
      return stdout.isTTY ? stdout.rows : undefined
    },
    onResize: (listener) => {
      stdout.on('resize', listener)
      return () => stdout.off('resize', listener)
    },
    colour: wantsColour({ env, typed, terminal: stdout.isTTY === true }),
    env,
    cwd: process.cwd(),
    now: () => Date.now(),
    interrupted: interrupt.signal,
    families,
  }
}

interface Wishes {
  readonly env: Readonly<Record<string, string | undefined>>
  /** All that was typed. */
  readonly typed: readonly string[]
  readonly terminal: boolean
}

/** Whether to use colours: on a terminal unless somebody does not want them; elsewhere only where they are forced. */
export function wantsColour({ env, typed, terminal }: Wishes): boolean {
  if (typed.includes('--no-color') || isSet(env.NO_COLOR)) return false
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== '0'
  return terminal && env.TERM !== 'dumb'
}

// By convention an empty variable counts as none (no-color.org).
const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''
