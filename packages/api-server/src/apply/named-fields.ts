import { type FieldSet, isMember, leaf } from './field-set.ts'
import type { FieldType } from './field-type.ts'

type Draft = { [element: string]: FieldSet }

/** The set with every named field that lies on the way to a member: usually such fields are not members themselves. */
export function withNamedFields(type: FieldType | undefined, set: FieldSet): FieldSet {
  let changes: Map<string, FieldSet> | undefined
  for (const element in set) {
    const node = set[element] ?? leaf
    const next = node === leaf ? leaf : withNamedNode(type, element, node)
    if (next === node) continue
    changes ??= new Map()
    changes.set(element, next)
  }
  if (changes === undefined) return set
  const result: Draft = {}
  for (const element in set) result[element] = changes.get(element) ?? set[element] ?? leaf
  return result
}

function withNamedNode(type: FieldType | undefined, element: string, node: FieldSet): FieldSet {
  const named = element.startsWith('f:') ? type?.map?.fields.get(element.slice(2)) : undefined
  const below = withNamedFields(named?.type ?? typeBelow(type, element), node)
  return named === undefined || isMember(below) ? below : { '.': leaf, ...below }
}

function typeBelow(type: FieldType | undefined, element: string): FieldType | undefined {
  if (element.startsWith('f:')) return type?.map?.rest
  return element.startsWith('k:') ? type?.list?.item : undefined
}
