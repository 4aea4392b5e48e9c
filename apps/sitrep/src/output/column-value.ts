// The steps that columns use: `.name`, `['name']` and `[?(@.type=="Ready")]`.
const stepPattern = /\.([\w-]+)|\['([^']+)'\]|\[\?\(@\.([\w-]+)\s*==\s*["']([^"']*)["']\)\]/gy

/** The value that a column's JSONPath leads to; nothing where it leads nowhere or uses more than columns do. */
export function columnValue(object: unknown, jsonPath: string): unknown {
  const step = new RegExp(stepPattern)
  let value: unknown = object
  for (let at = 0; at < jsonPath.length; at = step.lastIndex) {
    step.lastIndex = at
    const match = step.exec(jsonPath)
    if (match === null) return undefined
    const [, name, quoted, key, wanted] = match
    value = key === undefined ? fieldOf(value, name ?? quoted ?? '') : itemWith(value, key, wanted)
  }
  return value
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

const itemWith = (value: unknown, key: string, wanted: string | undefined): unknown =>
  Array.isArray(value) ? value.find((item) => fieldOf(item, key) === wanted) : undefined
