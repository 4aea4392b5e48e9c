import { dirname, relative, resolve } from 'node:path'
import { root } from '../workspace.ts'
import { isTest, type SourceFile } from './check.ts'

const shortLines = 25
/** From here on they are a habit, and no longer the few that have a name of their own to keep. */
const tooMany = 30

/** Files that are too short to stand alone: one other file reads them, and nobody else. Said when there are too many of them. */
export function fragmentProblems(files: readonly SourceFile[]): readonly string[] {
  const found = fragments(files)
  if (found.length < tooMany) return []
  return found.map(
    ({ path, importer }) =>
      `${relative(root, path)} is short and only ${relative(root, importer)} imports it: they are one (${found.length} of these, ${tooMany} are too many)`,
  )
}

/** The short files that one other file imports, each with that file. */
export function fragments(
  files: readonly SourceFile[],
): readonly { readonly path: string; readonly importer: string }[] {
  const production = files.filter(({ path }) => !isTest(path))
  const importers = new Map<string, Set<string>>()
  for (const { path, imports } of production) {
    for (const { specifier } of imports) {
      if (!specifier.startsWith('.')) continue
      const target = resolve(dirname(path), specifier)
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  }
  return production.flatMap(({ path, lines = 0 }) => {
    const [importer, ...others] = importers.get(path) ?? []
    return lines <= shortLines && importer !== undefined && others.length === 0 ? [{ path, importer }] : []
  })
}
