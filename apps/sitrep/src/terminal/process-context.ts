import { basename, extname, relative } from 'node:path'
import { type Context, interruptedCode, type UncaughtListener } from '../command.ts'
import type { FamilyEntry } from '../families/families.ts'
import { lineText, openWriter, ownText } from './terminal-text.ts'

/** The streams, clock and signals of this process. The only place where the program looks at them. */
export function processContext(typed: readonly string[], families: readonly FamilyEntry[]): Context {
  const { stdout, stderr, env } = process
  const colour = wantsColour({ env, typed, terminal: stdout.isTTY === true })
  const interrupt = new AbortController()
  endAtSignals(interrupt, graceMs.get(typed[0] ?? '') ?? 1_000)
  // A reader that has seen enough closes the pipe: `sitrep get … | head` is no error.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const streams = openWriter({
    out: (text) => {
      stdout.write(text)
    },
    err: (text) => {
      stderr.write(text)
    },
    colour,
  })
  // Node writes warnings by itself, and those of libraries quote what they read.
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => {
    if (name !== 'ExperimentalWarning') streams.complain(`${name}: ${message}`)
  })
  process.on('uncaughtException', (error) => lastWords(error, streams, typed))
  return {
    ...streams,
    // One line that the next one replaces.
    ...(stderr.isTTY && {
      progress: (text: string) => {
        const shown = [...lineText(text, { colour: false })].slice(0, Math.max(0, stderr.columns - 1))
        stderr.write(ownText(`\r\u001b[K${shown.join('')}`))
      },
    }),
    readInput: async () => {
      const { boundedText } = await import('../source/file-limits.ts')
      // Looking at the input opens it, which few commands need.
      return boundedText(process.stdin, 'standard input')
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
    colour,
    env,
    cwd: process.cwd(),
    now: () => Date.now(),
    interrupted: interrupt.signal,
    calledAs: calledAs(process.argv[1] ?? '', env),
    families,
    onUncaught,
  }
}

function onUncaught(listener: UncaughtListener): () => void {
  const rejected = (error: unknown): void => listener(error, 'rejection')
  const thrown = (error: unknown): void => listener(error, 'exception')
  process.on('unhandledRejection', rejected)
  process.on('uncaughtException', thrown)
  return () => {
    process.off('unhandledRejection', rejected)
    process.off('uncaughtException', thrown)
  }
}

// What nobody caught is said in a line as any other failure, unless somebody else listens and goes on.
function lastWords(error: unknown, { complain }: Pick<Context, 'complain'>, typed: readonly string[]): void {
  if (process.listenerCount('uncaughtException') > 1) return
  const [first = '', ...stack] = String(
    error instanceof Error ? (error.stack ?? error.message) : error,
  ).split('\n')
  complain(first)
  if (typed.includes('--debug')) for (const line of stack) complain(line)
  process.exit(3)
}

// As it can be copied: where it was started as a file it is not on the PATH.
function calledAs(file: string, { npm_command: npm }: Context['env']): string {
  if (extname(file) !== '') return `node ${relative(process.cwd(), file)}`
  if (basename(file) === 'kubectl-sitrep') return 'kubectl sitrep'
  return npm === 'exec' ? 'npx sitrep' : 'sitrep'
}

// What they still have to write goes first, and what is under way through a data plane may end.
const graceMs: ReadonlyMap<string, number> = new Map([
  ['up', 10_000],
  ['run', 10_000],
  ['data-plane', 120_000],
])
// Ctrl-C on a terminal reaches the launcher too, which hands it on.
const togetherMs = 500

// The first signal asks; who does not come to an end is ended, and the second signal does not wait for that.
function endAtSignals(interrupt: AbortController, withinMs: number): void {
  let first: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      const end = (): void => process.exit(interruptedCode(signal))
      if (first === undefined) {
        first = performance.now()
        interrupt.abort(signal)
        setTimeout(end, withinMs).unref()
      } else if (performance.now() - first > togetherMs) end()
    })
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
