import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { eventually } from './program.testing.ts'

const launcher = join(import.meta.dirname, '..', 'bin', 'sitrep.mjs')

/** A program on a terminal that can be read as a person would read it. */
export interface Terminal {
  /** Resolves with the screen once it shows this. */
  readonly shows: (pattern: RegExp) => Promise<string>
  readonly type: (keys: string) => void
  readonly close: () => void
}

/** Whether this machine has what draws a screen. */
export const hasTerminal = (): boolean => spawnSync('tmux', ['-V']).status === 0

/** Runs `sitrep` on a terminal of this size; its exit code is the last line that is shown. */
export function openTerminal(args: readonly string[], size: { width: number; height: number }): Terminal {
  const socket = `sitrep-story-${process.pid}`
  const tmux = (...words: readonly string[]): string =>
    spawnSync('tmux', ['-L', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' }).stdout ?? ''
  const line = [process.execPath, '--conditions=@sitrep/source', launcher, ...args].map(quoted).join(' ')
  const shape = ['-x', String(size.width), '-y', String(size.height)]
  tmux('new-session', '-d', ...shape, `env TERM=screen-256color ${line}; echo "exit $?"; cat`)
  return {
    shows: (pattern) =>
      eventually(async () => {
        const screen = tmux('capture-pane', '-p')
        return pattern.test(screen) ? screen : undefined
      }),
    type: (keys) => void tmux('send-keys', keys),
    close: () => void tmux('kill-server'),
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
