import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Choice, Decision } from '@sitrep/conditions'
import { createEngine, fileChanges } from '@sitrep/engine'
import {
  type Catalog,
  createCatalog,
  isDescribed,
  type KindChoice,
  type Profile,
  profiles,
  type StatusDefinition,
} from '@sitrep/status'
import { catalogParts } from '../families.ts'
import { vectorCatalog } from '../vectors/catalogs.ts'
import { readVectors } from '../vectors/vector.ts'
import { root } from '../workspace.ts'

/** One row of one table, as it is named in a report. */
export interface Row {
  readonly profile: Profile
  readonly family: string
  readonly kind: string
  /** The kind on whose objects the condition stands; its own for a table that chooses. */
  readonly on: string
  /** The condition that the table decides, or the name of a table that chooses. */
  readonly type: string
  readonly index: number
  readonly words: string
}

/** What a row is known by, wherever it stands in its table. */
export const keyOf = ({ profile, kind, on, type, words }: Omit<Row, 'index' | 'family'>): string =>
  [profile, kind, on, type, words].join(' | ')

/** The name of a kind, or what kinds like it are called. */
export const kindWord = (kind: KindChoice): string => (isDescribed(kind) ? kind.described : kind.kind)

/** Every row of every table in both languages. */
export function allRows(): readonly Row[] {
  return profiles.flatMap((profile) =>
    Object.entries(catalogParts(profile)).flatMap(([family, { definitions }]) =>
      definitions.flatMap((definition) => rowsOf(definition, profile).map((row) => ({ ...row, family }))),
    ),
  )
}

/** Every row of every table of one definition. */
export function rowsOf(
  { kind: choice, rules = [] }: Pick<StatusDefinition, 'kind' | 'rules'>,
  profile: Profile,
): readonly Omit<Row, 'family'>[] {
  const kind = kindWord(choice)
  return rules.flatMap(({ on, tables, choices = [] }) => [
    ...tables.flatMap(({ type, rows }) =>
      rows.map(([words], index) => ({ profile, kind, on: on?.kind ?? kind, type, index, words })),
    ),
    ...choices.flatMap(({ name, rows }) =>
      rows.map(([words], index) => ({ profile, kind, on: kind, type: name, index, words })),
    ),
  ])
}

/** The rows that neither a table test went through (`tested`: type or name, and words) nor any vector makes decide anything. */
export function rowsNeverSeen(tested: ReadonlySet<string>): readonly Row[] {
  const seen = new Set<string>()
  const catalogs = new Map<Catalog, Catalog>()
  for (const file of globSync('packages/*/vectors/**/*.yaml', { cwd: root }).sort()) {
    for (const vector of readVectors(join(root, file))) {
      const { objects, at, profile = 'released' } = vector
      const plain = vectorCatalog(vector)
      const note = ({ kind, on, type, words }: DecidingRow) =>
        seen.add(keyOf({ profile, kind: kindWord(kind), on, type, words }))
      const catalog = catalogs.get(plain) ?? watched(plain, note)
      catalogs.set(plain, catalog)
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
  const note = (kind: KindChoice, on: string, decided: readonly Decided[]): void => {
    for (const { type, row } of decided) if (row !== undefined) see({ kind, on, type, words: row.words })
  }
  const definitions = catalog.definitions.map((definition) => ({
    ...definition,
    compute: (observed: unknown) => {
      const verdict = definition.compute(observed)
      const { kind } = definition
      note(kind, kindWord(kind), [...verdict.decided, ...(verdict.chosen ?? []).map(chosenBy)])
      for (const { decided = [] } of verdict.compared ?? []) note(kind, kindWord(kind), decided)
      for (const { ref, decided = [] } of verdict.others ?? []) note(kind, ref.kind, decided)
      return verdict
    },
  }))
  return createCatalog({ ...catalog, definitions })
}

type Decided = Pick<Decision, 'type' | 'row'>

const chosenBy = ({ table, row }: Choice): Decided => ({ type: table, row })

export const rowText = ({ profile, kind, on, type, index, words }: Omit<Row, 'family'>): string =>
  `${profile}: ${kind}${on === kind ? '' : ` on ${on}`}, ${type}, row ${index + 1}: ${words}`
