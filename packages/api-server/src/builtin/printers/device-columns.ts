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
  const states = [
    ...(textOf(claim.metadata, 'deletionTimestamp') === '' ? [] : ['deleted']),
    ...(isSet(status, 'allocation') ? ['allocated'] : ['pending']),
    ...(listOf(status, 'reservedFor').length > 0 ? ['reserved'] : []),
  ]
  return states.filter((state) => state !== 'pending' || states.length === 1).join(',')
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
