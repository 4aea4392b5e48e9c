import { emptySet, type FieldSet, isEmptySet, isMember, leaf, nodeOf } from './field-set.ts'
import { type FieldType, isDeducedMap } from './field-type.ts'

type Draft = { [element: string]: FieldSet }

/**
 * Adapts a set to a schema that has changed since it was written: what has become atomic is owned as a whole by whoever
 * owned some of it. Gives back the same set when there is nothing to do.
 */
export function reconcileWithSchema(type: FieldType, set: FieldSet): FieldSet {
  const node = reconcileNode(type, set, { atomic: false })
  return node === leaf || node === undefined ? emptySet : node
}

function reconcileNode(
  type: FieldType,
  node: FieldSet,
  { atomic }: { readonly atomic: boolean },
): FieldSet | undefined {
  const { map, list } = type
  if (map !== undefined) {
    if (isDeducedMap(map)) return node
    if (!atomic && map.atomic) return isEmptySet(node) ? node : leaf
    return reconcileChildren(node, (element) => {
      const known = element.startsWith('f:') ? map.fields.get(element.slice(2))?.type : undefined
      return known ?? map.rest
    })
  }
  if (type.scalar !== undefined || list === undefined) return node
  if (!atomic && list.relation === 'atomic') return leaf
  return reconcileChildren(node, () => list.item)
}

function reconcileChildren(
  node: FieldSet,
  typeFor: (element: string) => FieldType | undefined,
): FieldSet | undefined {
  let changed = false
  let left = false
  const result: Draft = {}
  for (const element in node) {
    if (element === '.') continue
    const child = node[element] ?? leaf
    const type = typeFor(element)
    // Fields that the schema does not know stay as they are.
    const next = type === undefined ? child : reconcileNode(type, child, { atomic: child === leaf })
    changed ||= next !== child
    if (next === undefined) continue
    result[element] = next
    left = true
  }
  return changed ? nodeOf(isMember(node), left ? result : emptySet) : node
}
