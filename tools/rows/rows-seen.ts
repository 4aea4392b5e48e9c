import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Decision } from '@sitrep/conditions'
import { createEngine, fileChanges } from '@sitrep/engine'
import { type Catalog, createCatalog, isDescribed, type KindChoice } from '@sitrep/status'
import { catalogFor, familiesFor } from '../vectors/catalogs.ts'
import { type Profile, profiles, readVectors } from '../vectors/vector.ts'
import { root } from '../workspace.ts'

/** One row of one table, as it is named in a report. */
export interface Row {
  readonly profile: Profile
  readonly family: string
  readonly kind: string
  /** The kind on whose objects the condition stands. */
  readonly on: string
  readonly type: string
  readonly index: number
  readonly words: string
}

const keyOf = ({ profile, kind, on, type, words }: Omit<Row, 'index' | 'family'>): string =>
  [profile, kind, on, type, words].join(' | ')

/** The name of a kind, or what kinds like it are called. */
export const kindWord = (kind: KindChoice): string => (isDescribed(kind) ? kind.described : kind.kind)

/** Every row of every table in both languages. */
export function allRows(): readonly Row[] {
  return profiles.flatMap((profile) =>
    Object.entries(familiesFor(profile)).flatMap(([family, { definitions = [] }]) =>
      definitions.flatMap(({ kind, rules = [] }) =>
        rules.flatMap(({ on = kind, tables }) =>
          tables.flatMap(({ type, rows }) =>
            rows.map(([words], index) => ({
              profile,
              family,
              kind: kindWord(kind),
              on: kindWord(on),
              type,
              index,
              words,
            })),
          ),
        ),
      ),
    ),
  )
}

/** The rows that neither a table test went through (`tested`: type and words) nor any vector makes decide anything. */
export function rowsNeverSeen(tested: ReadonlySet<string>): readonly Row[] {
  const seen = new Set<string>()
  const catalogs = new Map(
    profiles.map((profile) => {
      const note = ({ kind, on, type, words }: DecidingRow) =>
        seen.add(keyOf({ profile, kind: kindWord(kind), on, type, words }))
      return [profile, watched(catalogFor(profile), note)]
    }),
  )
  for (const file of globSync('packages/*/vectors/**/*.yaml', { cwd: root }).sort()) {
    for (const { objects, at, profile = 'released' } of readVectors(join(root, file))) {
      const catalog = catalogs.get(profile)
      if (catalog !== undefined)
        createEngine(catalog, { passes: 'once' }).apply(fileChanges(objects, catalog.reach), at)
    }
  }
  return allRows().filter((row) => !seen.has(keyOf(row)) && !tested.has(`${row.type}\t${row.words}`))
}

/** A row that has just decided something. */
export interface DecidingRow {
  /** The kind whose definition decided, and that on whose object the condition stands. */
  readonly kind: KindChoice
  readonly on: string
  readonly type: string
  readonly words: string
}

/** The same catalog, telling of every row that decides. */
export function watched(catalog: Catalog, see: (row: DecidingRow) => void): Catalog {
  const note = (kind: KindChoice, on: string, decided: readonly Decision[]): void => {
    for (const { type, row } of decided) if (row !== undefined) see({ kind, on, type, words: row.words })
  }
  const definitions = catalog.definitions.map((definition) => ({
    ...definition,
    compute: (observed: unknown) => {
      const verdict = definition.compute(observed)
      note(definition.kind, kindWord(definition.kind), verdict.decided)
      for (const { ref, decided = [] } of verdict.others ?? []) note(definition.kind, ref.kind, decided)
      return verdict
    },
  }))
  return createCatalog({ ...catalog, definitions })
}

export const rowText = ({ profile, kind, on, type, index, words }: Row): string =>
  `${profile}: ${kind}${on === kind ? '' : ` on ${on}`}, ${type}, row ${index + 1}: ${words}`
