import type { KubeObject } from '../../json/json.ts'
import type { TableColumn } from '../../resources/resource.ts'
import { isSet, listOf, objectOf, textOf } from '../validation/read.ts'
import { ageColumn, column, nameColumn, path } from './column.ts'

/** Kinds of dynamic resource allocation. */

export const resourceClaimColumns: readonly TableColumn[] = [
  nameColumn,
  column('State', claimState),
  ageColumn,
]

function claimState(claim: KubeObject): string {
  const status = objectOf(claim, 'status')
  const deleted = textOf(claim.metadata, 'deletionTimestamp') !== ''
  if (!isSet(status, 'allocation')) return deleted ? 'deleted' : 'pending'
  const reserved = listOf(status, 'reservedFor').length > 0
  return [deleted ? 'deleted' : '', 'allocated', reserved ? 'reserved' : '']
    .filter((state) => state !== '')
    .join(',')
}

export const resourceSliceColumns: readonly TableColumn[] = [
  nameColumn,
  column('Node', (slice) => {
    const spec = objectOf(slice, 'spec')
    return isSet(spec, 'nodeName') ? textOf(spec, 'nodeName') : '<unset>'
  }),
  column('Driver', path('spec', 'driver')),
  column('Pool', path('spec', 'pool', 'name')),
  ageColumn,
]
