import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Call, Context } from '../command.ts'

/** The folder in which `sitrep up` keeps everything: the one that was named with `--data`, else the usual one. */
export function dataFolder({ options }: Call, { env, cwd }: Pick<Context, 'env' | 'cwd'>): string {
  if (typeof options.data === 'string') return resolve(cwd, options.data)
  return join(env.XDG_DATA_HOME ?? join(env.HOME ?? homedir(), '.local', 'share'), 'sitrep')
}
