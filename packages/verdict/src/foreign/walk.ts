import { type Fields, isFields, textAt } from './value.ts'

/** One field that was met on the way through foreign data, or an entry of a list, which has no key. */
export interface Field {
  readonly path: string
  readonly key: string
  readonly value: unknown
  /** 1 is a field of the root. */
  readonly depth: number
  /** The key above, empty at the root. */
  readonly above: string
  /** The object that it stands in: what lies beside it. Of a list entry it is the entry itself. */
  readonly owner: Fields
  /** The path of the list entry that it lies in, empty where it lies in none. */
  readonly entry: string
}

// Where the walk is: all of a field but what it holds.
type Place = Pick<Field, 'path' | 'depth' | 'above' | 'entry'>

// Deeper or larger statuses mirror something foreign; a bound keeps hostile ones harmless.
const deepest = 7
const most = 5000

/** All fields below an object, in the order in which they stand, without those that are passed over and what is below them. */
export function walk(root: unknown, at: string, passOver: (field: Field) => boolean): readonly Field[] {
  const found: Field[] = []
  const visit = (value: unknown, place: Place): void => {
    if (place.depth > deepest || found.length >= most) return
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        // A list in a list is a step down like any other, or a hostile nest of them would be endless.
        const depth = Array.isArray(item) ? place.depth + 1 : place.depth
        const path = `${place.path}[${labelOf(item, index)}]`
        if (isFields(item)) found.push({ ...place, path, key: '', value: item, owner: item, entry: path })
        visit(item, { ...place, depth, path, entry: path })
      }
    } else if (isFields(value)) {
      for (const [key, inner] of Object.entries(value)) {
        const field = { ...place, path: `${place.path}.${key}`, key, value: inner, owner: value }
        if (found.length >= most || passOver(field)) continue
        found.push(field)
        visit(inner, { path: field.path, depth: place.depth + 1, above: key, entry: place.entry })
      }
    }
  }
  visit(root, { path: at, depth: 1, above: '', entry: '' })
  return found
}

/** What an entry of a list is called: a name tells more than a number, and stays when the list is sorted otherwise. */
export function labelOf(item: unknown, index: number): string {
  if (!isFields(item)) return String(index)
  const names = ['name', 'parentRef.name', 'ancestorRef.name', 'id', 'type'].map((path) => textAt(item, path))
  return names.find((name) => name !== '') ?? String(index)
}
