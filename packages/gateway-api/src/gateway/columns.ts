import {
  ageColumn,
  type Column,
  conditionColumn,
  fieldColumn,
  joinedColumn,
  wideColumn,
} from '@sitrep/status'

export const gatewayColumns: readonly Column[] = [
  fieldColumn('Class', 'string', '.spec.gatewayClassName'),
  fieldColumn('Address', 'string', '.status.addresses[*].value'),
  joinedColumn('Ports', '.spec.listeners[*].port'),
  conditionColumn('Programmed', 'Programmed'),
  ageColumn,
  wideColumn(conditionColumn('Accepted', 'Accepted')),
  wideColumn(joinedColumn('Routes', '.status.listeners[*].attachedRoutes')),
]
