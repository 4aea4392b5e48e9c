import { ageColumn, type Column, fieldColumn, joinedColumn, summedColumn } from '@sitrep/status'

const parents = '.spec.parentRefs[*].name'
const ofParents = (type: string): string => `.status.parents[*].conditions[?(@.type=="${type}")].status`

/** What every kind of route shows of its parents: which it names, and what all of them answer. */
export const parentColumns: readonly Column[] = [
  joinedColumn('Parent Refs', parents),
  summedColumn('Accepted', ofParents('Accepted'), parents),
  summedColumn('Resolved', ofParents('ResolvedRefs'), parents),
]

/** A route that takes whole connections. */
export const connectionColumns: readonly Column[] = [...parentColumns, ageColumn]

/** A route that is told apart from others by its hostnames. */
export const hostnameColumns: readonly Column[] = [
  fieldColumn('Hostnames', 'string', '.spec.hostnames'),
  ...connectionColumns,
]
