import {
  ageColumn,
  type Column,
  conditionColumn,
  fieldColumn,
  severalColumn,
  wideColumn,
} from '@sitrep/status'

export const gatewayColumns: readonly Column[] = [
  fieldColumn('Class', 'string', '.spec.gatewayClassName'),
  fieldColumn('Address', 'string', '.status.addresses[*].value'),
  severalColumn('Ports', '.spec.listeners[*].port', 'joined'),
  conditionColumn('Programmed', 'Programmed'),
  ageColumn,
  wideColumn(conditionColumn('Accepted', 'Accepted')),
  wideColumn(severalColumn('Routes', '.status.listeners[*].attachedRoutes', 'joined')),
]
