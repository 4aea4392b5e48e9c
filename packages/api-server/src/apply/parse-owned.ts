import type { Json, JsonObject } from '../json/json.ts'
import { getOwn, isJsonArray, isJsonObject, type MutableJsonObject } from '../json/own.ts'
import type { FieldSet } from './field-set.ts'
import { exactSet, longestText } from './shared-sets.ts'

interface Cut {
  /** The text with `{}` in the place of each set that is known. */
  readonly text: string
  /** One for each mark of a set in the text; `undefined` for one that is still in it. */
  readonly sets: readonly (FieldSet | undefined)[]
}

/**
 * Reads an object that this server wrote. Notes of who owns which fields are half of the text of many objects, and the same in
 * most of one kind: sets that are known are cut out before, and put into the object as they are.
 */
export function parseOwned<Value extends JsonObject>(text: string, parse: (text: string) => Value): Value {
  const cut = cutSets(text)
  if (cut === undefined) return parse(text)
  const object = parse(cut.text)
  return putBack(object, cut.sets) ? object : parse(text)
}

// Without the quote before it: a search goes from one first letter to the next, and JSON is full of quotes.
const mark = 'fieldsV1":'

function cutSets(text: string): Cut | undefined {
  const sets: (FieldSet | undefined)[] = []
  let kept = ''
  let from = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    const begin = at + mark.length
    const written = writtenSet(text.slice(begin, begin + longestText))
    const set = exactSet(written)
    sets.push(set)
    if (set === undefined) continue
    kept += `${text.slice(from, begin)}{}`
    from = begin + written.length
  }
  return from === 0 ? undefined : { text: kept + text.slice(from), sets }
}

// What comes after a set in the entries that we write: no set has it inside. Where a name has, the set is not known. What is
// near is looked for first: the last one is missing in most entries, and would be looked for up to the end of the object.
const ends = ['}]', '},{', ',"subresource":'] as const

/** The set that a text begins with, as far as that can be told without reading it. */
function writtenSet(text: string): string {
  let written = text
  for (const end of ends) {
    const at = written.indexOf(end)
    if (at >= 0) written = written.slice(0, at)
  }
  return written
}

/** Whether all sets found their places: not where something else in the object has the name of theirs. */
function putBack(object: JsonObject, sets: readonly (FieldSet | undefined)[]): boolean {
  const metadata = getOwn(object, 'metadata')
  const entries = isJsonObject(metadata) ? getOwn(metadata, 'managedFields') : undefined
  const owned = isJsonArray(entries) ? entries.filter(ownsFields) : []
  if (owned.length !== sets.length) return false
  for (const [index, set] of sets.entries())
    if (set !== undefined) (owned[index] as MutableJsonObject)['fieldsV1'] = set
  return true
}

function ownsFields(entry: Json): boolean {
  return isJsonObject(entry) && Object.hasOwn(entry, 'fieldsV1')
}
