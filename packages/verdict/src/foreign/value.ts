/** An object with keys, of which nothing else is known. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether foreign data is an object with keys. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Foreign data as an object with keys; anything else has none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** Foreign data as a list; anything else is an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What lies at a path of keys written with dots; nothing where a step is missing or inherited. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root
  for (const key of path.split('.')) {
    if (!isFields(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** A text at a path, empty where there is none. */
export function textAt(root: unknown, path: string): string {
  const value = valueAt(root, path)
  return typeof value === 'string' ? value : ''
}

/** A whole number, also one that is written as text; nothing else. */
export function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return undefined
  return Number(value)
}

/** A yes or no, also one that is written as text; nothing else. */
export function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const text = value.toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : undefined
}

/** Whether a value says anything: `""`, `{}`, `[]`, `0`, `false` and nothing do not. */
export function saysSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isFields(value)) return Object.keys(value).length > 0
  return Boolean(value)
}
