import { createEngine, fileChanges } from '@sitrep/engine'
import { formatChoice } from '@sitrep/status'
import { catalogParts } from '../../families.ts'
import { type DecidingRow, kindWord, watched } from '../../rows/rows-seen.ts'
import { vectorCatalog } from '../../vectors/catalogs.ts'
import { withGivenKinds } from '../../vectors/run-vector.ts'
import type { Vector } from '../../vectors/vector.ts'

/** How references name a table: `cluster-api Machine proposal Ready`, or `… KubeadmControlPlane on Machine …`. */
export interface TableName {
  readonly family: string
  readonly kind: string
  readonly on: string
  readonly profile: string
  readonly type: string
}

export const tableText = ({ family, kind, on, profile, type }: TableName): string =>
  `${family} ${kind}${on === kind ? '' : ` on ${on}`} ${profile} ${type}`

/** The tables and the rows that decide something in a vector, as references name them. */
export function rowsReached(vector: Vector): ReadonlySet<string> {
  const { objects, at, given = [], profile = 'released' } = vector
  const families = new Map(
    Object.entries(catalogParts(profile)).flatMap(([family, { definitions }]) =>
      definitions.map(({ kind }) => [formatChoice(kind), family] as const),
    ),
  )
  const reached = new Set<string>()
  const see = ({ choice, on, type, words }: DecidingRow): void => {
    const table = tableText({
      family: families.get(formatChoice(choice)) ?? '',
      kind: kindWord(choice),
      on,
      profile,
      type,
    })
    reached.add(table)
    reached.add(`${table} / ${words}`)
  }
  const catalog = withGivenKinds(watched(vectorCatalog(vector), see), given)
  createEngine(catalog, { passes: 'once' }).apply(fileChanges(objects, catalog.reach), at)
  return reached
}
