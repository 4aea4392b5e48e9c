/** Anything that came from outside, before it is looked at. */
export type Fields = Readonly<Record<string, unknown>>

const none: Fields = Object.freeze({})

/** Whether something is a map of fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A map of fields, or an empty one where there is something else: foreign data is looked into, never trusted. */
export function fields(value: unknown): Fields {
  return isFields(value) ? value : none
}

/** The value at a path; nothing where the path leads nowhere. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value
  for (let each = 0; each < path.length; each++) {
    if (!isFields(current)) return undefined
    current = fieldOf(current, path[each] as string)
    if (current === undefined) return undefined
  }
  return current
}

/** A field of a map; nothing where it has no such field of its own, whatever all objects answer to. */
export function fieldOf(map: Fields, name: string): unknown {
  const value = map[name]
  // All that an object inherits are functions and its prototype, which no JSON holds: only those need the closer look.
  return (typeof value !== 'function' && name !== '__proto__') || Object.hasOwn(map, name) ? value : undefined
}

/** A list, or an empty one where there is something else. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text that is there and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A number; nothing for anything else. */
export function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** A boolean; nothing for anything else. */
export function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** The object without the fields that say nothing; itself where all of them say something. */
export function compact<Value extends object>(
  value: { readonly [Key in keyof Value]: Value[Key] | undefined },
): Value {
  for (const name in value) if (value[name] === undefined) return withoutUndefined(value as Fields) as Value
  return value as Value
}

function withoutUndefined(value: Fields): Fields {
  // Such a name is a field only where it is not assigned.
  if (Object.hasOwn(value, '__proto__'))
    return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined))
  const said: Record<string, unknown> = {}
  for (const name in value) if (value[name] !== undefined) said[name] = value[name]
  return said
}
