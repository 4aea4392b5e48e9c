import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkStore,
  faultOfIdentity,
  identityFiles,
  repairStore,
  StoreError,
} from '@sitrep/api-server/upkeep'
import { CommandError, type Context, type ExitCode } from '../command.ts'
import { asideName } from './aside-name.ts'

/** Says of everything in the folder whether it is whole; changes nothing. */
export function check(folder: string, _words: readonly string[], context: Context): ExitCode {
  const file = join(folder, 'store.db')
  const { problems, objects, revision } = checkStore(file)
  if (revision === undefined && problems.length === 0)
    throw new CommandError(3, `There is no store in ${folder}: sitrep up makes one`)
  if (problems.length === 0) context.print(`${file} is whole: ${objects} objects, revision ${revision}`)
  for (const problem of problems) context.print(`${file} is damaged: ${problem}`)
  const faults = faultyKeys(folder, context.now())
  for (const { name, fault } of faults) context.print(`${join(folder, name)} cannot be used: ${fault}`)
  if (problems.length > 0)
    context.complain(
      `"${context.calledAs ?? 'sitrep'} store repair --data ${folder}" keeps what can be read; ${objects} objects can`,
    )
  return problems.length === 0 && faults.length === 0 ? 0 : 1
}

function faultyKeys(folder: string, now: number): readonly { name: string; fault: string }[] {
  return identityFiles.flatMap((name) => {
    const file = join(folder, name)
    if (!existsSync(file)) return []
    const fault = faultOfIdentity(name, readFileSync(file, 'utf8'), now)
    return fault === undefined ? [] : [{ name, fault }]
  })
}

/** Keeps what can be read of a store that is not whole, and says what was lost. */
export function repair(folder: string, _words: readonly string[], context: Context): ExitCode {
  const file = join(folder, 'store.db')
  const { problems, revision } = checkStore(file)
  if (problems.length === 0) {
    if (revision === undefined)
      throw new CommandError(3, `There is no store in ${folder}: sitrep up makes one`)
    context.print(`${file} is whole: there is nothing to repair`)
    return 0
  }
  const repaired = repairStore(file, asideName('repair', context.now()))
  context.print(`Kept ${repaired.objects} objects; the store goes on at revision ${repaired.revision}`)
  for (const lost of repaired.lost) context.print(`Lost: ${lost}`)
  if (repaired.lost.length > 0)
    context.print(
      'Objects that were lost may stand as they were before, or be there again after they were deleted',
    )
  if (repaired.kept !== undefined) context.print(`The old files lie in ${repaired.kept}`)
  return 0
}

/** What goes on after a store was refused: the same in one line, with what can be typed next. Other errors stay as they are. */
export function withWayOut(
  error: unknown,
  folder: string,
  { calledAs = 'sitrep' }: Pick<Context, 'calledAs'>,
): unknown {
  if (!(error instanceof StoreError) || error.code !== 'damaged') return error
  const line = (words: string): string => `"${calledAs} store ${words} --data ${folder}"`
  const ways = [
    `${line('check')} says more`,
    `${line('repair')} keeps what can be read`,
    `${line('restore FILE')} goes back to a backup`,
  ]
  return new CommandError(3, `${error.message}; ${ways.join(', ')}`, { cause: error })
}
