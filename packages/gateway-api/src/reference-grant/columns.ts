import { ageColumn, type Column, joinedColumn } from '@sitrep/status'

export const referenceGrantColumns: readonly Column[] = [
  joinedColumn('From', '.spec.from[*].kind'),
  joinedColumn('To', '.spec.to[*].kind'),
  ageColumn,
]
