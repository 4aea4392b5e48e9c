import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Why there is no real terminal here; nothing where there is one. */
export const whyNoTerminal: string | false =
  spawnSync('tmux', ['-V']).status === 0 ? false : 'tmux is not installed: no real terminal to try'

// As whoever has it on the PATH: what it says to type next begins with its name.
const launcher = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules', '.bin', 'sitrep')

export interface TerminalOptions {
  readonly columns: number
  readonly rows: number
  readonly cwd: string
  /** More of the environment. */
  readonly env?: Readonly<Record<string, string>>
}

/** A terminal of its own, with the program running in it. */
export interface Terminal {
  /** What a person sees, without trailing blanks. */
  readonly screen: () => string
  readonly cursorShown: () => boolean
  readonly resize: (columns: number, rows: number) => void
  readonly interrupt: () => void
  /** Sends the program a signal. */
  readonly signal: (signal: NodeJS.Signals) => void
  /** Presses keys, by the names that tmux has for them. */
  readonly press: (...keys: readonly string[]) => void
  /** Whether a program has a screen of its own, which leaves nothing behind. */
  readonly ownScreen: () => boolean
  /** Comes back once the screen is as it should be; fails with the screen when that does not happen. */
  readonly until: (holds: (screen: string) => boolean) => Promise<string>
  readonly close: () => void
}

const ended = 'ended with'
const patienceMs = 30_000

/** Types a command line into a terminal; when it is over, how it ended stands below. */
export function openTerminal(
  line: readonly string[],
  { columns, rows, cwd, env: more = {} }: TerminalOptions,
): Terminal {
  const socket = `sitrep-${process.pid}-${columns}-${line.join('').length}-${performance.now()}`
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-L', socket, ...args], { encoding: 'utf8', cwd })
  const words = [process.execPath, '--conditions=@sitrep/source', launcher, ...line]
  const command = words.map((word) => `'${word}'`).join(' ')
  const size = ['-x', String(columns), '-y', String(rows)]
  // The environment is ours to say: colours and size must come from the terminal alone.
  const env = `env -u NO_COLOR -u FORCE_COLOR -u COLUMNS HOME='${cwd}' LC_ALL=C.UTF-8 ${Object.entries(more)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')}`
  // The program takes the place of a shell whose number is written down before.
  const pid = join(cwd, `${socket}.pid`)
  const program = `(sh -c 'echo $PPID' > '${pid}'; exec ${env} ${command})`
  tmux('-f', '/dev/null', 'new-session', '-d', ...size, `${program}; echo "${ended} $?"; exec cat`)
  const screen = (): string => tmux('capture-pane', '-p').replaceAll(/ +$/gm, '').trimEnd()
  return {
    screen,
    cursorShown: () => tmux('display-message', '-p', '#{cursor_flag}').trim() === '1',
    resize: (width, height) => void tmux('resize-window', '-x', String(width), '-y', String(height)),
    interrupt: () => void tmux('send-keys', 'C-c'),
    signal: (signal) => void process.kill(Number(readFileSync(pid, 'utf8')), signal),
    press: (...keys) => void tmux('send-keys', ...keys),
    ownScreen: () => tmux('display-message', '-p', '#{alternate_on}').trim() === '1',
    until: async (holds) => {
      const started = performance.now()
      for (let seen = screen(); ; seen = screen()) {
        if (holds(seen)) return seen
        if (performance.now() - started > patienceMs) throw new Error(`The screen stayed so:\n${seen}`)
        // Nothing tells when a screen changes; looking without a pause would take the processor from what is looked at.
        await delay(30)
      }
    },
    close: () => void spawnSync('tmux', ['-L', socket, 'kill-server']),
  }
}

/** Whether the command is over, and what it left on the screen. */
export const isOver = (screen: string): boolean => screen.includes(`${ended} `)
