import { ageColumn, type Column, conditionColumn } from '@sitrep/status'

/** What a person sees of a composite in a line. */
export const compositeColumns: readonly Column[] = [
  conditionColumn('Synced', 'Synced'),
  conditionColumn('Ready', 'Ready'),
  ageColumn,
]
