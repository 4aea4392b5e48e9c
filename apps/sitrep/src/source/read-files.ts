import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { CommandError, type Context } from '../command.ts'
import { type ObjectFromFile, parseObjects } from './parse-objects.ts'

const readable = /\.(ya?ml|json)(\.gz)?$/i

/**
 * All objects in files and folders, in the order in which they are named and then by path: manifests, `kubectl get -o yaml`, what
 * `kubectl cluster-info dump`, must-gather and support bundles leave behind. `-` is standard input.
 */
export async function readFiles(
  paths: readonly string[],
  context: Pick<Context, 'cwd' | 'readInput' | 'complain'>,
): Promise<readonly ObjectFromFile[]> {
  const found: ObjectFromFile[] = []
  for (const path of paths) {
    if (path === '-') found.push(...parseObjects(await context.readInput(), 'standard input'))
    else found.push(...readPath(join('/', path) === path ? path : join(context.cwd, path), path, context))
  }
  return found
}

function readPath(
  path: string,
  named: string,
  { complain }: Pick<Context, 'complain'>,
): readonly ObjectFromFile[] {
  if (!kindOf(path, named).isDirectory()) return parseObjects(textOf(path, named), named)
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readable.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return files.flatMap((file) => {
    const shown = join(named, relative(path, file))
    try {
      return parseObjects(textOf(file, shown), shown)
    } catch (error) {
      // Bundles hold logs and cut-off files beside objects; one that cannot be read is said and the rest goes on.
      if (!(error instanceof CommandError)) throw error
      complain(error.message)
      return []
    }
  })
}

function kindOf(path: string, named: string) {
  try {
    return statSync(path)
  } catch (cause) {
    throw new CommandError(
      2,
      `${named} cannot be read: ${(cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String(cause)}`,
      { cause },
    )
  }
}

function textOf(path: string, named: string): string {
  try {
    const bytes = readFileSync(path)
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (cause) {
    throw new CommandError(
      2,
      `${named} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}
