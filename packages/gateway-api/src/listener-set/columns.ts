import { ageColumn, type Column, conditionColumn, fieldColumn } from '@sitrep/status'

export const listenerSetColumns: readonly Column[] = [
  fieldColumn('Parent', 'string', '.spec.parentRef.name'),
  conditionColumn('Accepted', 'Accepted'),
  conditionColumn('Programmed', 'Programmed'),
  ageColumn,
]
