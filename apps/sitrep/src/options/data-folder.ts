import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Call, CommandError, type Context } from '../command.ts'

/** The folder in which `sitrep up` keeps everything: the one that was named with `--data`, else the usual one. */
export function dataFolder({ options }: Call, { env, cwd }: Pick<Context, 'env' | 'cwd'>): string {
  if (typeof options.data === 'string') return resolve(cwd, options.data)
  return join(env.XDG_DATA_HOME ?? join(env.HOME ?? homedir(), '.local', 'share'), 'sitrep')
}

/** Makes the folder where it is not there yet, for its owner alone. Where nothing can be kept in it, that is said in one line. */
export function makeDataFolder(folder: string): void {
  try {
    for (const missing of missingFolders(folder)) mkdirSync(missing, { mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    throw unusable(folder, wordsOf((cause as NodeJS.ErrnoException).code), cause)
  }
}

// One by one: Node's own way to make folders in folders never comes back from where none can be made, such as /proc.
function missingFolders(folder: string, above: string = folder): readonly string[] {
  const found = statSync(above, { throwIfNoEntry: false })
  if (found?.isDirectory() === true || above === dirname(above)) return []
  if (found !== undefined) throw unusable(folder, above === folder ? 'it is a file' : `${above} is a file`)
  return [...missingFolders(folder, dirname(above)), above]
}

const words: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
}

const wordsOf = (code: string | undefined): string => words[code ?? ''] ?? `${code ?? 'unknown error'}`

const unusable = (folder: string, why: string, cause?: unknown): CommandError =>
  new CommandError(3, `The folder ${folder} cannot be used: ${why}; name another with --data`, { cause })
