import { groupOf, type KubeObject, same } from '@sitrep/status'
import { controlPlaneGroup, coreGroup } from '../kinds.ts'
import { applyRows, type Way } from './apply-rows.ts'
import { ConversionError } from './errors.ts'
import type { ConversionContext, StageTable } from './row.ts'
import { restore, saveCopy, takeCopy } from './saved-copy.ts'
import { type Stage, versionOf } from './stage.ts'
import { droppedAtTheEnd, proposalTables, releasedTables } from './tables.ts'
import { copyOf, dropEmpty, isTree, type Tree, take } from './tree.ts'

/** How an object is to be converted. */
export interface ConversionOptions {
  readonly from: Stage
  readonly to: Stage
  /**
   * The version in which a provider's kind is referred to in v1beta1. Upstream looks it up in the definition of the kind; without
   * an answer a reference cannot be converted and the object is refused.
   */
  readonly referenceVersion?: (group: string, kind: string) => string | undefined
}

/**
 * Converts an object of Cluster API from one stage to another. Fields that no table names stay where they are. Throws a
 * ConversionError where no table leads from the one stage to the other, or where something would be lost or invented.
 */
export function convert(object: KubeObject, options: ConversionOptions): KubeObject {
  const { from, to } = options
  const kind = checkedKind(object, from)
  if (from === to) return object
  const tree = copyOf(object) as unknown as Tree
  const way = (direction: Way['direction']): Way => ({ direction, context: contextOf(object, options) })
  const converted = (): Tree => {
    switch (`${from} ${to}`) {
      case 'proposal-v1beta1 proposal-v1beta2':
        return upward(tree, tableFor(proposalTables, kind), way('up'))
      case 'proposal-v1beta2 proposal-v1beta1':
        return downward(tree, tableFor(proposalTables, kind), way('down'))
      case 'proposal-v1beta2 proposal-end':
        return ended(tree, kind)
      case 'proposal-v1beta1 proposal-end':
        return ended(upward(tree, tableFor(proposalTables, kind), way('up')), kind)
      case 'released-v1beta1 released-v1beta2':
        return upwardWithCopy(tree, tableFor(releasedTables, kind), way('up'))
      case 'released-v1beta2 released-v1beta1':
        return downwardWithCopy(tree, tableFor(releasedTables, kind), way('down'))
      default:
        throw new ConversionError('no-way', noWay(from, to))
    }
  }
  return {
    ...converted(),
    apiVersion: `${groupOf(object.apiVersion)}/${versionOf[to]}`,
  } as unknown as KubeObject
}

function noWay(from: Stage, to: Stage): string {
  const why =
    from === 'proposal-end'
      ? 'what older clients need has been dropped for good'
      : 'the document and what was released say different things, and no table leads from one to the other'
  return `there is no way from ${from} to ${to}: ${why}`
}

/** Whether an object is of a kind that has stages. */
export function hasStages({ apiVersion, kind }: KubeObject): boolean {
  const group = kind === 'KubeadmControlPlane' ? controlPlaneGroup : coreGroup
  return groupOf(apiVersion) === group && Object.hasOwn(proposalTables, kind)
}

function checkedKind(object: KubeObject, from: Stage): string {
  if (!isTree(object) || typeof object.apiVersion !== 'string' || !isTree(object.metadata)) {
    throw new ConversionError('malformed-object', 'an object needs apiVersion, kind and metadata')
  }
  const { apiVersion, kind } = object
  if (!hasStages(object)) throw new ConversionError('unknown-kind', `${kind} of ${apiVersion} has no stages`)
  if (apiVersion !== `${groupOf(apiVersion)}/${versionOf[from]}`) {
    throw new ConversionError('unknown-version', `${kind} in ${apiVersion} is not of the stage ${from}`)
  }
  return kind
}

function tableFor(tables: Readonly<Record<string, StageTable>>, kind: string): StageTable {
  const table = tables[kind]
  if (table === undefined) throw new ConversionError('unknown-kind', `${kind} has no stages`)
  return table
}

function contextOf(
  { metadata, status }: KubeObject,
  { referenceVersion }: ConversionOptions,
): ConversionContext {
  return {
    namespace: metadata.namespace,
    hasStatus: isTree(status),
    versionOf: referenceVersion ?? (() => undefined),
  }
}

function upward(tree: Tree, table: StageTable, way: Way): Tree {
  applyRows(tree, table.rows, way)
  table.finishUp?.(tree)
  dropEmpty(tree, table.groups)
  return tree
}

function downward(tree: Tree, table: StageTable, way: Way): Tree {
  applyRows(tree, table.rows, way)
  table.finishDown?.(tree)
  dropEmpty(tree, table.groups)
  return tree
}

/** The tree without what goes at the end of the way. Changes it. */
export function ended(tree: Tree, kind: string): Tree {
  for (const place of droppedAtTheEnd(kind)) take(tree, place)
  return tree
}

function upwardWithCopy(older: Tree, table: StageTable, way: Way): Tree {
  const saved = takeCopy(older)
  const newer = upward(copyOf(older), table, way)
  if (saved === undefined) return newer
  const context = { ...way.context, versionOf: versionsIn(older), hasStatus: isTree(saved['status']) }
  const down: Way = { direction: 'down', context }
  const savedOlder = downward(copyOf(saved), table, down)
  if (same(withoutIdentity(older), withoutIdentity(savedOlder))) return { ...newer, ...statements(saved) }
  restore({ older, newer, saved, savedOlder }, table, way)
  return newer
}

// Upstream saves no copy of a MachineSet; here one is saved only where something would be lost without it.
function downwardWithCopy(newer: Tree, table: StageTable, way: Way): Tree {
  const older = downward(copyOf(newer), table, way)
  const up: Way = { ...way, direction: 'up' }
  const needed = newer['kind'] !== 'MachineSet' || !same(upward(copyOf(older), table, up), newer)
  if (needed) saveCopy(older, newer)
  return older
}

function withoutIdentity({ apiVersion: _version, kind: _kind, metadata: _metadata, ...rest }: Tree): Tree {
  return rest
}

function statements({ spec, status }: Tree): Tree {
  return { ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) }
}

/** The versions that references in an object have. */
function versionsIn(value: unknown): ConversionContext['versionOf'] {
  const versions = new Map<string, string>()
  const visit = (inner: unknown): void => {
    if (Array.isArray(inner)) for (const entry of inner) visit(entry)
    if (!isTree(inner)) return
    const { apiVersion, kind } = inner
    if (typeof apiVersion === 'string') {
      versions.set(`${groupOf(apiVersion)} ${String(kind)}`, apiVersion.slice(apiVersion.indexOf('/') + 1))
    }
    for (const entry of Object.values(inner)) visit(entry)
  }
  visit(value)
  // A reference that is gone cannot be the same as the saved one, whatever its version was.
  return (group, kind) => versions.get(`${group} ${kind}`) ?? 'unknown'
}
