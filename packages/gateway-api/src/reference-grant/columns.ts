import { ageColumn, type Column, severalColumn } from '@sitrep/status'

export const referenceGrantColumns: readonly Column[] = [
  severalColumn('From', '.spec.from[*].kind', 'joined'),
  severalColumn('To', '.spec.to[*].kind', 'joined'),
  ageColumn,
]
