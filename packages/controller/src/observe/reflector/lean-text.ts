import { withComma } from './json-bytes.ts'
import { type FieldManagers, type FieldsEntry, fieldManagersAt } from './managed-fields.ts'

const key = Buffer.from('"managedFields":[')
const conditionsKey = Buffer.from('"f:conditions":{')
// More than there are different sets of conditions that the controllers of one kind write.
const mostRemembered = 1_000
// What is longer is rare, and is not held.
const longestRemembered = 16 * 1024

/** Whether it stays known who wrote which condition when. */
export type KeptWriters = 'writers' | 'nothing'

/**
 * Turns bytes of JSON into text without the field managers, which can be half of an object and fill the memory when they are
 * parsed. With `writers`, each entry that names conditions stays, and of its fields the keys of these conditions.
 * The bytes are looked through, not parsed: what is no JSON stays no JSON.
 */
export class LeanText {
  readonly #keep: KeptWriters
  /** Fields by what they were reduced from: controllers write the same conditions on thousands of objects. */
  readonly #reduced: Map<string, string | undefined> = new Map()

  constructor(keep: KeptWriters) {
    this.#keep = keep
  }

  /** With `one`, the bytes are looked through no further than the field managers of one object. */
  of(bytes: Buffer, objects: 'one' | 'many' = 'many'): string {
    // Inside a string a quote has a backslash before it, so these bytes can be nothing but a key.
    let found = bytes.indexOf(key)
    if (found === -1) return bytes.toString('utf8')
    const parts: string[] = []
    let from = 0
    while (found !== -1) {
      const managers = fieldManagersAt(bytes, found + key.length - 1)
      if (managers !== undefined) {
        const kept = this.#writers(bytes, managers)
        const gap = kept === '' ? withComma(bytes, { start: found, end: managers.end }) : managers
        parts.push(bytes.toString('utf8', from, gap.start), kept)
        from = gap.end
      }
      const enough = objects === 'one' && managers !== undefined
      found = enough ? -1 : bytes.indexOf(key, managers?.end ?? found + key.length)
    }
    parts.push(bytes.toString('utf8', from))
    return parts.join('')
  }

  #writers(bytes: Buffer, { entries }: FieldManagers): string {
    if (this.#keep === 'nothing') return ''
    const kept: string[] = []
    for (const entry of entries) {
      const writer = this.#writer(bytes, entry)
      if (writer !== undefined) kept.push(writer)
    }
    return kept.length === 0 ? '' : `[${kept.join(',')}]`
  }

  #writer(bytes: Buffer, { start, end, fields }: FieldsEntry): string | undefined {
    const named = bytes.indexOf(conditionsKey, fields.start)
    if (named === -1 || named >= fields.end) return undefined
    const kept = this.#reduce(bytes.toString('utf8', fields.start, fields.end))
    return (
      kept && bytes.toString('utf8', start, fields.start) + kept + bytes.toString('utf8', fields.end, end)
    )
  }

  #reduce(fields: string): string | undefined {
    const known = this.#reduced.get(fields)
    if (known !== undefined || this.#reduced.has(fields)) return known
    const reduced = conditionsIn(JSON.parse(fields))
    if (fields.length > longestRemembered) return reduced
    if (this.#reduced.size >= mostRemembered) this.#reduced.clear()
    this.#reduced.set(fields, reduced)
    return reduced
  }
}

function conditionsIn(fields: {
  readonly 'f:status'?: { readonly 'f:conditions'?: object }
}): string | undefined {
  const conditions = fields['f:status']?.['f:conditions']
  if (conditions === undefined) return undefined
  const keys = Object.keys(conditions).filter((name) => name.startsWith('k:'))
  const kept = Object.fromEntries(keys.map((name) => [name, 0]))
  return JSON.stringify({ 'f:status': { 'f:conditions': kept } })
}
