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
  return a.length === b.length && a.every((item, at) => same(item, b[at]))
}

function sameRecord(a: Fields, b: Fields): boolean {
  let left = 0
  for (const key in a) {
    if (a[key] === undefined) continue
    left++
    if (!Object.hasOwn(b, key) || !same(a[key], b[key])) return false
  }
  let right = 0
  for (const key in b) if (b[key] !== undefined) right++
  return left === right
}
