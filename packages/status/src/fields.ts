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
  for (const step of path) {
    const inner = fields(current)
    if (!Object.hasOwn(inner, step)) return undefined
    current = inner[step]
  }
  return current
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
