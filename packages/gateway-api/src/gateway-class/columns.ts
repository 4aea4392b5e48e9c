import { ageColumn, type Column, conditionColumn, fieldColumn, wideColumn } from '@sitrep/status'

export const gatewayClassColumns: readonly Column[] = [
  fieldColumn('Controller', 'string', '.spec.controllerName'),
  conditionColumn('Accepted', 'Accepted'),
  ageColumn,
  wideColumn(fieldColumn('Description', 'string', '.spec.description')),
]
