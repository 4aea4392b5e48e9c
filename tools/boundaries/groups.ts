import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Family, isDescribed } from '@sitrep/status'
import { families } from '../families.ts'
import { type Package, packages, root } from '../workspace.ts'
import { isTest } from './check.ts'

/** The groups that a family's own value names: of its kinds, of what it knows, of what it may read, and of the annotations that pause. */
export function groupsOf({ kinds, knowledge = [], rights }: Family): readonly string[] {
  const found = [
    ...kinds.flatMap(({ kind }) => (isDescribed(kind) ? [] : [kind.group])),
    ...knowledge.flatMap(({ group, pausedBy = {} }) => [
      group,
      ...Object.keys(pausedBy).map((name) => name.split('/')[0] ?? ''),
    ]),
    ...(rights?.groups ?? []),
  ]
  // A group without a dot is one of Kubernetes, and a star is no group.
  return [...new Set(found)].filter((group) => group.includes('.') && !group.includes('*'))
}

/** A source file by its path from the root. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** What families are called in production code outside their packages: a line each, with file, line and group. */
export function groupProblems(
  sources: readonly SourceText[] = sourceTexts(),
  known: readonly Family[] = families,
): readonly string[] {
  const groups = known.flatMap((family) => groupsOf(family).map((group) => [group, family] as const))
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const [group, family] = groups.find(([each]) => line.includes(each)) ?? []
      if (family === undefined || isFolderOf(family, path)) return []
      return [`${path}:${at + 1} names ${group}: that is known by ${family.title}`]
    }),
  )
}

// The simulator has a folder a family.
const isFolderOf = ({ name }: Family, path: string): boolean =>
  path.startsWith(`packages/simulator/src/${name}/`)

// Families, and the edges that they name.
const isOfFamily = ({ short, manifest }: Package): boolean =>
  Object.hasOwn(manifest.exports ?? {}, './family') || short.endsWith('-edge')

// What tries the packed packages out is no part of what runs either.
function sourceTexts(): readonly SourceText[] {
  const folders = [
    ...packages()
      .filter((each) => !isOfFamily(each))
      .flatMap(({ folder }) => [join(folder, 'src'), join(folder, 'page')]),
    join(root, 'tools'),
  ].filter((folder) => existsSync(folder))
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !isTest(path) && !path.includes(`${sep}packed${sep}`))
      .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') })),
  )
}
