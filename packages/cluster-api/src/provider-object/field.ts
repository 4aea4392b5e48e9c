import { fieldOf, isFields } from '@sitrep/status'

/** A field of a provider's object. `malformed` is there, but is not what the contract says it must be. */
export type Field<Value> = Value | undefined | 'malformed'

/** A truth value at a path. */
export function flagField(object: unknown, ...path: readonly string[]): Field<boolean> {
  const value = lookUp(object, path)
  if (value === undefined || typeof value === 'boolean') return value
  return 'malformed'
}

/** A text at a path; wrapped, for any text could be meant. */
export function textField(object: unknown, ...path: readonly string[]): Field<{ readonly text: string }> {
  const value = lookUp(object, path)
  if (value === undefined) return undefined
  return typeof value === 'string' ? { text: value } : 'malformed'
}

/** A list at a path. */
export function listField(object: unknown, ...path: readonly string[]): Field<readonly unknown[]> {
  const value = lookUp(object, path)
  if (value === undefined) return undefined
  return Array.isArray(value) ? value : 'malformed'
}

/** What a field says, or nothing where it is not there or cannot be understood. */
export function understood<Value>(field: Field<Value>): Value | undefined {
  return field === 'malformed' ? undefined : field
}

const malformed = Symbol('malformed')

// A step that is not there, or null, ends the way without an error; a step into something that has no fields is an error.
function lookUp(object: unknown, path: readonly string[]): unknown {
  let value = object
  for (let each = 0; each < path.length; each++) {
    if (value === null || value === undefined) return undefined
    if (!isFields(value)) return malformed
    value = fieldOf(value, path[each] as string)
  }
  return value
}
