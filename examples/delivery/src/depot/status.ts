import {
  ageColumn,
  type Column,
  conditionColumn,
  defineStatus,
  fieldColumn,
  type StatusDefinition,
} from '@sitrep/status'
import { depotKind, depotLists, loadingPlanKind } from '../kinds.ts'
import { computeDepot } from './compute.ts'
import { observeDepot } from './observe.ts'
import { accepted, dispatch, open, ready } from './rules.ts'

/** What a person sees of a Depot in a line. */
export const depotColumns: readonly Column[] = [
  conditionColumn('Ready', 'Ready'),
  fieldColumn('Parcels', 'integer', '.status.parcels'),
  fieldColumn('Capacity', 'integer', '.spec.capacity'),
  ageColumn,
]

/** The status of Depots. */
export const depotStatus = (operators: readonly string[]): StatusDefinition =>
  defineStatus({
    kind: depotKind,
    observe: observeDepot(operators),
    compute: computeDepot,
    columns: depotColumns,
    rules: [{ tables: [accepted, ready, open], choices: [dispatch] }],
    lists: depotLists,
    owns: ['observedGeneration', 'parcels'],
    derives: [loadingPlanKind],
    onFailure: 'Ready',
  })
