import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError, type Context } from '../../command.ts'
import { fileLimits, TextBudget, UnpackBudget } from '../../source/file-limits.ts'
import { textOf } from '../../source/file-text.ts'
import { readBytes } from '../../source/read-pipe.ts'
import { isUrl, readUrl } from '../../source/read-url.ts'
import { unpacked, unreadable } from '../../source/unpack.ts'
import type { ReadDocument } from './document.ts'
import { refuseTwice } from './refuse-twice.ts'
import { splitDocuments } from './split-documents.ts'

const readable = /\.(ya?ml|json)$/i

/** All objects in files, in the folders themselves, at addresses, and in standard input (`-`), in the order in which they are named. */
export async function readDocuments(
  paths: readonly string[],
  context: Pick<Context, 'cwd' | 'readInput' | 'interrupted'>,
): Promise<readonly ReadDocument[]> {
  const found: ReadDocument[] = []
  const budget = new TextBudget(fileLimits)
  const unpacking = new UnpackBudget(fileLimits)
  const take = (text: string, named: string): void => {
    budget.spend(text, named)
    for (const document of splitDocuments(text, named)) found.push(document)
  }
  const takeBytes = (bytes: Buffer, named: string): void =>
    take(textOf(unpacked(bytes, named, unpacking), named), named)
  for (const path of paths) {
    if (path === '-') take(await context.readInput(), 'standard input')
    else if (isUrl(path)) takeBytes(await readUrl(path, context), path)
    else
      for (const { path: file, named } of filesOf(path, context))
        takeBytes(await readBytes(file, named, { ...context, limits: fileLimits }), named)
  }
  if (found.length === 0) throw new CommandError(2, `There is no object in ${paths.join(', ')}`)
  refuseTwice(found)
  return found
}

interface NamedFile {
  readonly path: string
  readonly named: string
}

function filesOf(named: string, { cwd }: Pick<Context, 'cwd'>): readonly NamedFile[] {
  const path = resolve(cwd, named)
  if (!tried(named, () => statSync(path)).isDirectory()) return [{ path, named }]
  return tried(named, () => readdirSync(path))
    .filter((name) => readable.test(name))
    .sort()
    .map((name) => ({ path: join(path, name), named: join(named, name) }))
}

function tried<Result>(named: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw unreadable(named, cause)
  }
}
