import { ageColumn, type Column, conditionColumn, fieldColumn } from '@sitrep/status'

/** What a person sees of a managed resource in a line. */
export const managedColumns: readonly Column[] = [
  conditionColumn('Synced', 'Synced'),
  conditionColumn('Ready', 'Ready'),
  fieldColumn('External-Name', 'string', '.metadata.annotations.crossplane\\.io/external-name'),
  ageColumn,
]
