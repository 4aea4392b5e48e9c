import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Decision } from '@sitrep/conditions'
import { createEngine, fileChanges } from '@sitrep/engine'
import {
  type Catalog,
  createCatalog,
  isDescribed,
  type KindChoice,
  type StatusDefinition,
} from '@sitrep/status'
import { catalogFor } from '../vectors/catalogs.ts'
import { type Profile, profiles, readVectors } from '../vectors/vector.ts'
import { root } from '../workspace.ts'

/** One row of one table, as it is named in a report. */
export interface Row {
  readonly profile: Profile
  readonly kind: string
  /** The kind on whose objects the condition stands. */
  readonly on: string
  readonly type: string
  readonly index: number
  readonly words: string
}

const keyOf = ({ profile, kind, on, type, words }: Omit<Row, 'index'>): string =>
  [profile, kind, on, type, words].join(' | ')

const kindWord = (kind: KindChoice): string => (isDescribed(kind) ? kind.described : kind.kind)

/** Every row of every table in both languages. */
export function allRows(): readonly Row[] {
  return profiles.flatMap((profile) =>
    catalogFor(profile).definitions.flatMap(({ kind, rules = [] }) =>
      rules.flatMap(({ on = kind, tables }) =>
        tables.flatMap(({ type, rows }) =>
          rows.map(([words], index) => ({
            profile,
            kind: kindWord(kind),
            on: kindWord(on),
            type,
            index,
            words,
          })),
        ),
      ),
    ),
  )
}

/** The rows that neither a table test went through (`tested`: type and words) nor any vector makes decide anything. */
export function rowsNeverSeen(tested: ReadonlySet<string>): readonly Row[] {
  const seen = new Set<string>()
  const catalogs = new Map(profiles.map((profile) => [profile, watched(catalogFor(profile), profile, seen)]))
  for (const file of globSync('packages/*/vectors/**/*.yaml', { cwd: root }).sort()) {
    for (const { objects, at, profile = 'released' } of readVectors(join(root, file))) {
      const catalog = catalogs.get(profile)
      if (catalog !== undefined)
        createEngine(catalog, { passes: 'once' }).apply(fileChanges(objects, catalog.reach), at)
    }
  }
  return allRows().filter((row) => !seen.has(keyOf(row)) && !tested.has(`${row.type}\t${row.words}`))
}

function watched(catalog: Catalog, profile: Profile, seen: Set<string>): Catalog {
  const note = (definition: StatusDefinition, on: string, decided: readonly Decision[]): void => {
    for (const { type, row } of decided) {
      if (row !== undefined)
        seen.add(keyOf({ profile, kind: kindWord(definition.kind), on, type, words: row.words }))
    }
  }
  const definitions = catalog.definitions.map((definition) => ({
    ...definition,
    compute: (observed: unknown) => {
      const verdict = definition.compute(observed)
      note(definition, kindWord(definition.kind), verdict.decided)
      for (const { ref, decided = [] } of verdict.others ?? []) note(definition, ref.kind, decided)
      return verdict
    },
  }))
  return createCatalog({ ...catalog, definitions })
}

export const rowText = ({ profile, kind, on, type, index, words }: Row): string =>
  `${profile}: ${kind}${on === kind ? '' : ` on ${on}`}, ${type}, row ${index + 1}: ${words}`
