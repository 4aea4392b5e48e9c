import { ageColumn, type Column } from '@sitrep/status'
import { parentColumns } from '../route/columns.ts'

export const tcpRouteColumns: readonly Column[] = [...parentColumns, ageColumn]
