import { ageColumn, type Column, fieldColumn } from '@sitrep/status'
import { parentColumns } from '../route/columns.ts'

export const httpRouteColumns: readonly Column[] = [
  fieldColumn('Hostnames', 'string', '.spec.hostnames'),
  ...parentColumns,
  ageColumn,
]
