import { type Fields, fields, groupOf, type KubeObject } from '@sitrep/status'
import { inOneLayout } from '../model/stages.ts'
import type { ClusterApiOptions } from '../options.ts'
import { sourceOf, targetOf, type Way } from './apply-rows.ts'
import { ended } from './convert.ts'
import type { FieldRow, Row, StageTable } from './row.ts'
import { proposalTables, releasedTables } from './tables.ts'
import { copyOf, dropEmpty, isTree, put, type Tree, take } from './tree.ts'

/**
 * A status of v1beta2 as an object in the version of `like` has it: the older version has the old fields at the top and the new ones beside;
 * at the end of the way the old ones are gone. It never fails: of two values for one place the one that was computed stands.
 */
export function layOut(
  status: Fields,
  like: Pick<KubeObject, 'apiVersion' | 'kind'>,
  { profile, stage }: Pick<ClusterApiOptions, 'profile' | 'stage'>,
): Fields {
  const older = isOlder(like)
  if (!older && stage !== 'end') return status
  const table = (profile === 'released' ? releasedTables : proposalTables)[like.kind]
  if (older && table !== undefined) return moved(status, table, 'down')
  return fields(ended({ status: copyOf(status) }, like.kind)['status'])
}

/**
 * The object in the one layout in which everything is read: the way back from `layOut`. The document's first stage is known by fields that
 * nobody else has; everything else in v1beta1 is what was released.
 */
export function keepInOneLayout(object: KubeObject): KubeObject {
  const status = fields(object.status)
  const table = proposalTables[object.kind]
  const first = 'experimentalConditions' in status || 'experimentalReadyReplicas' in status
  if (!isOlder(object) || !first || table === undefined) return inOneLayout(object)
  const apiVersion = `${groupOf(object.apiVersion)}/v1beta2`
  return { ...object, apiVersion, status: moved(status, table, 'up') }
}

const isOlder = ({ apiVersion }: Pick<KubeObject, 'apiVersion'>): boolean =>
  apiVersion === `${groupOf(apiVersion)}/v1beta1`

const context = { namespace: undefined, versionOf: () => undefined, hasStatus: true }

const isOfStatus = (row: Row): row is FieldRow =>
  !('each' in row) && (row.newer ?? row.older)?.[0] === 'status'

function moved(status: Fields, table: StageTable, direction: Way['direction']): Fields {
  const tree: Tree = { status: copyOf(status) }
  const way: Way = { direction, context }
  const moves = table.rows.filter(isOfStatus).map((row) => {
    const source = sourceOf(row, way)
    const value = source === undefined ? undefined : take(tree, source)
    const codec = row[direction]
    return { target: targetOf(row, way), value: codec === undefined ? value : codec(value, context) }
  })
  for (const { target, value } of moves) {
    if (target === undefined || value === undefined) continue
    take(tree, target)
    put(tree, target, value)
  }
  if (direction === 'up') table.finishUp?.(tree)
  else table.finishDown?.(tree)
  dropEmpty(tree, table.groups)
  return isTree(tree['status']) ? tree['status'] : {}
}
