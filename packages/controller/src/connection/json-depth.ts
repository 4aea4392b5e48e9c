/** How deep what a server sends may be nested: far deeper than any object, far less than what walking through it can bear. */
export const mostLevels = 200

/** Whether a value that was parsed from JSON is nested no deeper than that. */
export function isShallow(value: unknown, levels: number = mostLevels): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isShallow(value[at], levels - 1)) return false
    return true
  }
  for (const key in value) {
    const inner: unknown = (value as Readonly<Record<string, unknown>>)[key]
    if (typeof inner === 'object' && inner !== null && !isShallow(inner, levels - 1)) return false
  }
  return true
}

/** Parses JSON of strangers. Throws at what is no JSON, and at what is nested too deep for anybody to walk through. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!isShallow(value)) throw new RangeError(`it is nested deeper than ${mostLevels} levels`)
  return value
}
