import type { Fields } from './fields.ts'

/** Whether two JSON values are the same, whatever the order of their keys. A key that is `undefined` counts as absent. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return Number.isNaN(a) && Number.isNaN(b)
  if (Array.isArray(a)) return Array.isArray(b) && sameList(a, b)
  return !Array.isArray(b) && sameRecord(a as Fields, b as Fields)
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (!same(a[at], b[at])) return false
  return true
}

// Mostly both have the same names in the same order: then each is looked up once in either.
function sameRecord(a: Fields, b: Fields): boolean {
  const [left, right] = [Object.keys(a), Object.keys(b)]
  if (left.length !== right.length) return sameNames(a, b)
  for (let at = 0; at < left.length; at++) {
    const name = left[at] as string
    if (name !== right[at]) return sameNames(a, b)
    if (!same(a[name], b[name])) return false
  }
  return true
}

function sameNames(a: Fields, b: Fields): boolean {
  let count = 0
  for (const name of Object.keys(a)) {
    if (a[name] === undefined) continue
    count++
    if (!Object.hasOwn(b, name) || !same(a[name], b[name])) return false
  }
  for (const name of Object.keys(b)) if (b[name] !== undefined) count--
  return count === 0
}
