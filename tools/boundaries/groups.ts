import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Family, isDescribed } from '@sitrep/status'
import { families } from '../families.ts'
import { type Package, packages, root } from '../workspace.ts'
import { isTest } from './check.ts'

/** Places that still name a group, and what has to happen before they do not. One that is not needed any more is a problem too. */
export const exceptions: readonly (readonly [place: string, until: string])[] = [
  ['packages/simulator/src/', 'the simulator has a folder a family'],
]

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
  const groups = known.flatMap((family) => groupsOf(family).map((group) => [group, family.title] as const))
  const found = sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const [group, title] = groups.find(([each]) => line.includes(each)) ?? []
      return group === undefined
        ? []
        : [{ path, says: `${path}:${at + 1} names ${group}: that is known by ${title}` }]
    }),
  )
  const excepted = (path: string): boolean => exceptions.some(([place]) => path.startsWith(place))
  return [
    ...found.filter(({ path }) => !excepted(path)).map(({ says }) => says),
    ...exceptions
      .filter(([place]) => !found.some(({ path }) => path.startsWith(place)))
      .map(([place]) => `${place} names no group any more: take it out of tools/boundaries/groups.ts`),
  ]
}

// Families, and the edges that they name.
const isOfFamily = ({ short, manifest }: Package): boolean =>
  Object.hasOwn(manifest.exports ?? {}, './family') || short.endsWith('-edge')

// What tries the packed packages out is no part of what runs either.
function sourceTexts(): readonly SourceText[] {
  const folders = [
    ...packages()
      .filter((each) => !isOfFamily(each))
      .map(({ folder }) => join(folder, 'src')),
    join(root, 'tools'),
  ]
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !isTest(path) && !path.includes(`${sep}packed${sep}`))
      .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') })),
  )
}
