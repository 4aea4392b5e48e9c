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

// Whole worlds are compared: a list of names for each map would be most of what is allocated. Of what a map inherits
// only its prototype could equal a JSON value.
function sameRecord(a: Fields, b: Fields): boolean {
  let count = 0
  for (const name in a) {
    const inner = a[name]
    if (inner === undefined) continue
    count++
    if (!same(inner, b[name]) || (name === '__proto__' && !Object.hasOwn(b, name))) return false
  }
  for (const name in b) if (b[name] !== undefined) count--
  return count === 0
}
