import { ageColumn, type Column } from '@sitrep/status'
import { parentColumns } from '../route/columns.ts'

export const udpRouteColumns: readonly Column[] = [...parentColumns, ageColumn]
