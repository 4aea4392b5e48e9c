import { childrenOf, type FieldSet, isMember, leaf } from './field-set.ts'
import type { FieldType } from './field-type.ts'

type Draft = { [element: string]: FieldSet }

/** The set with every named field that lies on the way to a member: usually such fields are not members themselves. */
export function withNamedFields(type: FieldType | undefined, set: FieldSet): FieldSet {
  let changed = false
  const result: Draft = {}
  for (const element in set) {
    const node = set[element] ?? leaf
    const next = node === leaf ? leaf : withNamedNode(type, element, node)
    changed ||= next !== node
    result[element] = next
  }
  return changed ? result : set
}

function withNamedNode(type: FieldType | undefined, element: string, node: FieldSet): FieldSet {
  const named = element.startsWith('f:') ? type?.map?.fields.get(element.slice(2)) : undefined
  const below = withNamedFields(named?.type ?? typeBelow(type, element), childrenOf(node))
  if (named === undefined && below === node) return node
  return named !== undefined || isMember(node) ? { '.': leaf, ...below } : below
}

function typeBelow(type: FieldType | undefined, element: string): FieldType | undefined {
  if (element.startsWith('f:')) return type?.map?.rest
  return element.startsWith('k:') ? type?.list?.item : undefined
}
