import { isFields } from '@sitrep/status'
import { textAt } from './value.ts'

/** One field that was met on the way through foreign data, or an entry of a list, which has no key. */
export interface Field {
  readonly path: string
  readonly key: string
  readonly value: unknown
  /** 1 is a field of the root. */
  readonly depth: number
  /** The key above, empty at the root. */
  readonly above: string
}

// Deeper or larger statuses mirror something foreign; a bound keeps hostile ones harmless.
const deepest = 7
const most = 5000

/** All fields below an object, in the order in which they stand, without those that are passed over and what is below them. */
export function walk(root: unknown, at: string, passOver: (field: Field) => boolean): readonly Field[] {
  const found: Field[] = []
  const visit = (value: unknown, place: Omit<Field, 'key' | 'value'>): void => {
    if (place.depth > deepest || found.length >= most) return
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        // A list in a list is a step down like any other, or a hostile nest of them would be endless.
        const depth = Array.isArray(item) ? place.depth + 1 : place.depth
        const path = `${place.path}[${labelOf(item, index)}]`
        if (isFields(item)) found.push({ ...place, path, key: '', value: item })
        visit(item, { ...place, depth, path })
      }
    } else if (isFields(value)) {
      for (const [key, inner] of Object.entries(value)) {
        const field = { ...place, path: `${place.path}.${key}`, key, value: inner }
        if (found.length >= most || passOver(field)) continue
        found.push(field)
        visit(inner, { path: field.path, depth: place.depth + 1, above: key })
      }
    }
  }
  visit(root, { path: at, depth: 1, above: '' })
  return found
}

// A name tells more than a number, and stays when the list is sorted otherwise.
function labelOf(item: unknown, index: number): string {
  if (!isFields(item)) return String(index)
  const names = ['name', 'parentRef.name', 'ancestorRef.name', 'id', 'type'].map((path) => textAt(item, path))
  return names.find((name) => name !== '') ?? String(index)
}
