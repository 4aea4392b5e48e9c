import { ageColumn, type Column, defineStatus, fieldColumn, type StatusDefinition } from '@sitrep/status'
import { parcelKind, parcelLists } from '../kinds.ts'
import { computeParcel } from './compute.ts'
import { observeParcel } from './observe.ts'
import { accepted } from './rules.ts'

/** What a person sees of a Parcel in a line. */
export const parcelColumns: readonly Column[] = [
  fieldColumn('Accepted', 'string', '.status.depots[*].conditions[?(@.type=="Accepted")].status'),
  ageColumn,
]

/** The status of Parcels: one entry for each of our Depots that they name. */
export const parcelStatus = (operators: readonly string[]): StatusDefinition =>
  defineStatus({
    kind: parcelKind,
    observe: observeParcel,
    compute: computeParcel(operators),
    columns: parcelColumns,
    rules: [{ tables: [accepted] }],
    lists: parcelLists(operators),
    owns: [],
    onFailure: 'depots[*]:Accepted',
  })
