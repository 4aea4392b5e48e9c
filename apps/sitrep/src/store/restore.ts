import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Backup, checkStore, leapAbove, readBackup, replaceStore } from '@sitrep/api-server/upkeep'
import { CommandError, type Context, type ExitCode } from '../command.ts'
import { makeDataFolder } from '../options/data-folder.ts'
import { asideName } from './aside-name.ts'
import { keptFiles } from './back-up.ts'

/** Makes a store of a backup. What lies in the folder is put aside, and revisions go on above both. */
export function restore(folder: string, [name = '']: readonly string[], context: Context): ExitCode {
  const path = resolve(context.cwd, name)
  const backup = read(path)
  makeDataFolder(folder)
  const file = join(folder, 'store.db')
  const { revision = 0, sealed = 0 } = checkStore(file)
  const goesOn = leapAbove(Math.max(backup.revision, revision, sealed))
  const aside = replaceStore(file, {
    objects: backup.objects,
    revision: goesOn,
    aside: asideName('restore', context.now()),
  })
  context.print(`Restored ${backup.objects.length} objects; the store goes on at revision ${goesOn}`)
  const stayed = putKeys(folder, backup)
  if (stayed.length > 0)
    context.print(`${stayed.join(', ')} ${stayed.length === 1 ? 'was' : 'were'} there and stayed`)
  if (aside !== undefined) context.print(`What was there before lies in ${aside}`)
  return 0
}

function read(path: string): Backup {
  try {
    return readBackup(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new CommandError(3, `${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * Only what a folder of sitrep up has: a name in a file is no leave to write anywhere. What is there stays, because clients know
 * it; the answer names it.
 */
function putKeys(folder: string, { files }: Backup): readonly string[] {
  const known = files.filter((file) => keptFiles.includes(file.name))
  const there = known.filter((file) => existsSync(join(folder, file.name)))
  for (const file of known)
    if (!there.includes(file)) writeFileSync(join(folder, file.name), file.text, { mode: 0o600, flush: true })
  return there.map((file) => file.name)
}
