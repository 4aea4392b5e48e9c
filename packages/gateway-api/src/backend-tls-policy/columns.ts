import { ageColumn, type Column, joinedColumn, summedColumn } from '@sitrep/status'

export const backendTlsPolicyColumns: readonly Column[] = [
  joinedColumn('Targets', '.spec.targetRefs[*].name'),
  summedColumn('Accepted', '.status.ancestors[*].conditions[?(@.type=="Accepted")].status'),
  ageColumn,
]
