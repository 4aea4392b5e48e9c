import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CommandError, type Context } from '../../command.ts'
import type { ReadDocument } from './document.ts'
import { refuseTwice } from './refuse-twice.ts'
import { splitDocuments } from './split-documents.ts'

const readable = /\.(ya?ml|json)$/i

/** All objects in files, in the folders themselves, and in standard input (`-`), in the order in which they are named. */
export async function readDocuments(
  paths: readonly string[],
  context: Pick<Context, 'cwd' | 'readInput'>,
): Promise<readonly ReadDocument[]> {
  const found: ReadDocument[] = []
  for (const path of paths) {
    if (path === '-') found.push(...splitDocuments(await context.readInput(), 'standard input'))
    else for (const file of filesOf(path, context)) found.push(...splitDocuments(textOf(file), file.named))
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

const textOf = ({ path, named }: NamedFile): string => tried(named, () => readFileSync(path, 'utf8'))

function tried<Result>(named: string, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : message
    throw new CommandError(2, `${named} cannot be read: ${why}`, { cause })
  }
}
