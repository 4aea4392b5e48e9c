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
  /** The kind whose definition has the table: two families may have kinds of one name. */
  readonly choice: KindChoice
  readonly kind: string
  /** The kind on whose objects the condition stands; its own for a table that chooses. */
  readonly on: string
  /** The list in which it stands, where that is not `status.conditions`. */
  readonly at?: string
  /** The condition that the table decides, or the name of a table that chooses. */
  readonly type: string
  readonly index: number
  readonly words: string
  /** The row itself, as the table holds it. */
  readonly itself: object
}

/** What a row is known by: its profile, its kind, its table, its place there, and its words, since a kind may have two tables for one type. */
export const keyOf = (row: { readonly profile: Profile } & DecidingRow): string =>
  [row.profile, kindKey(row.choice), row.on, anyEntry(row.at), row.type, row.index, row.words].join(' | ')

const kindKey = (kind: KindChoice): string =>
  isDescribed(kind) ? kind.described : `${kind.kind}.${kind.group}`

// A table decides for every entry of a list.
const anyEntry = (at = ''): string => at.replace(/\[.*\]$/s, '[*]')

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
  return rules.flatMap(({ on, at, tables, choices = [] }) => {
    const place = { profile, choice, kind, on: on?.kind ?? kind, ...(at !== undefined && { at }) }
    return [
      ...tables.flatMap(({ type, rows }) =>
        rows.map((itself, index) => ({ ...place, type, index, words: itself[0], itself })),
      ),
      ...choices.flatMap(({ name, rows }) =>
        rows.map((itself, index) => ({
          profile,
          choice,
          kind,
          on: kind,
          type: name,
          index,
          words: itself[0],
          itself,
        })),
      ),
    ]
  })
}

/** The rows that neither a table test went through (`tested`: their keys) nor any vector makes decide anything. */
export function rowsNeverSeen(tested: ReadonlySet<string>): readonly Row[] {
  const seen = new Set<string>()
  const catalogs = new Map<Catalog, Catalog>()
  for (const file of globSync('packages/*/vectors/**/*.yaml', { cwd: root }).sort()) {
    for (const vector of readVectors(join(root, file))) {
      const { objects, at, profile = 'released' } = vector
      const plain = vectorCatalog(vector)
      const catalog = catalogs.get(plain) ?? watched(plain, (row) => seen.add(keyOf({ profile, ...row })))
      catalogs.set(plain, catalog)
      createEngine(catalog, { passes: 'once' }).apply(fileChanges(objects, catalog.reach), at)
    }
  }
  return allRows().filter((row) => !seen.has(keyOf(row)) && !tested.has(keyOf(row)))
}

/** A row that has just decided something. */
export interface DecidingRow {
  /** The kind whose definition decided, that on whose object the condition stands, and in which list. */
  readonly choice: KindChoice
  readonly on: string
  readonly at?: string
  readonly type: string
  readonly index: number
  readonly words: string
}

/** The same catalog, telling of every row that decides. */
export function watched(catalog: Catalog, see: (row: DecidingRow) => void): Catalog {
  const note = (choice: KindChoice, on: string, decided: readonly Decided[]): void => {
    for (const { type, at, row } of decided) {
      if (row === undefined) continue
      const { index, words } = row
      see({ choice, on, ...(at !== undefined && { at }), type, index, words })
    }
  }
  const definitions = catalog.definitions.map((definition) => ({
    ...definition,
    compute: (observed: unknown) => {
      const computed = definition.compute(observed)
      const { kind } = definition
      note(kind, kindWord(kind), [...computed.decided, ...(computed.chosen ?? []).map(chosenBy)])
      for (const { decided = [] } of computed.compared ?? []) note(kind, kindWord(kind), decided)
      for (const { ref, decided = [] } of computed.others ?? []) note(kind, ref.kind, decided)
      return computed
    },
  }))
  return createCatalog({ ...catalog, definitions })
}

type Decided = Pick<Decision, 'type' | 'at' | 'row'>

const chosenBy = ({ table, row }: Choice): Decided => ({ type: table, row })

export const rowText = ({ profile, kind, on, at, type, index, words }: Omit<Row, 'family'>): string =>
  `${profile}: ${kind}${on === kind ? '' : ` on ${on}`}, ${at === undefined ? '' : `${at}:`}${type}, row ${index + 1}: ${words}`
