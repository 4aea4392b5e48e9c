import { ageColumn, type Column, conditionColumn, fieldColumn } from '@sitrep/status'

/** What a person sees of a claim in a line. */
export const claimColumns: readonly Column[] = [
  conditionColumn('Synced', 'Synced'),
  conditionColumn('Ready', 'Ready'),
  fieldColumn('Connection-Secret', 'string', '.spec.writeConnectionSecretToRef.name'),
  ageColumn,
]
