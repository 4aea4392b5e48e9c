import { endOfValue, type Span } from './json-bytes.ts'

const fieldsKey = Buffer.from('"fieldsV1":')
const [openObject, closeArray, comma] = [0x7b, 0x5d, 0x2c]

/** One entry of managedFields as it stands in the bytes, and its set of fields within it. */
export interface FieldsEntry extends Span {
  readonly fields: Span
}

/** A list of field managers as it stands in the bytes. */
export interface FieldManagers extends Span {
  readonly entries: readonly FieldsEntry[]
}

/**
 * The field managers in the array that begins at `start`. Nothing when it holds anything else: a resource may have a field of that
 * name which is its own, and that stays as it is.
 */
export function fieldManagersAt(bytes: Buffer, start: number): FieldManagers | undefined {
  const entries: FieldsEntry[] = []
  let at = start + 1
  while (bytes[at] === openObject) {
    const entry = entryAt(bytes, at)
    if (entry === undefined) return undefined
    entries.push(entry)
    at = bytes[entry.end] === comma ? entry.end + 1 : entry.end
  }
  return bytes[at] === closeArray && entries.length > 0 ? { start, end: at + 1, entries } : undefined
}

// The set of fields is the only object in an entry, wherever it stands among its members.
function entryAt(bytes: Buffer, start: number): FieldsEntry | undefined {
  const first = bytes.indexOf(openObject, start + 1)
  const key = first - fieldsKey.length
  if (key <= start || bytes.compare(fieldsKey, 0, fieldsKey.length, key, first) !== 0) return undefined
  const end = endOfValue(bytes, first)
  return { start, end: endOfValue(bytes, end, 'inside'), fields: { start: first, end } }
}
