import { ageColumn, type Column, severalColumn } from '@sitrep/status'

export const backendTlsPolicyColumns: readonly Column[] = [
  severalColumn('Targets', '.spec.targetRefs[*].name', 'joined'),
  severalColumn('Accepted', '.status.ancestors[*].conditions[?(@.type=="Accepted")].status', 'summed'),
  ageColumn,
]
