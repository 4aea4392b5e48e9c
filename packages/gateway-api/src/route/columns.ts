import { type Column, severalColumn } from '@sitrep/status'

const ofParents = (type: string): string => `.status.parents[*].conditions[?(@.type=="${type}")].status`

/** What every kind of route shows of its parents: which it names, and what all of them answer. */
export const parentColumns: readonly Column[] = [
  severalColumn('Parent Refs', '.spec.parentRefs[*].name', 'joined'),
  severalColumn('Accepted', ofParents('Accepted'), 'summed'),
  severalColumn('Resolved', ofParents('ResolvedRefs'), 'summed'),
]
