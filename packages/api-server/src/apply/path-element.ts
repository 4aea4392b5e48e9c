import type { Json } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import { compareText } from './compare-text.ts'
import { goJson } from './go-json.ts'

/**
 * One step of a field path as FieldsV1 spells it: `f:<field>`, `k:{"name":"x"}` (item by its keys), `v:"x"` (item by its
 * value), `i:0` (item by its place). Two steps are the same exactly when their canonical texts are.
 */
export type PathElement = string

/** The key fields of an item, sorted by name. */
export type KeyFields = readonly (readonly [name: string, value: Json])[]

export function fieldElement(name: string): PathElement {
  return `f:${name}`
}

export function keyElement(fields: KeyFields): PathElement {
  let text = 'k:{'
  for (const [name, value] of fields) {
    if (text.length > 3) text += ','
    text += `${JSON.stringify(name)}:${goJson(value)}`
  }
  return `${text}}`
}

export function valueElement(value: Json): PathElement {
  return `v:${goJson(value)}`
}

/** The canonical text of a step that somebody else wrote, or why it is none. Steps of kinds yet unknown are to be ignored. */
export function canonicalElement(
  text: string,
): PathElement | { readonly ignored: true } | { readonly error: string } {
  if (text.length < 2) return { error: 'key must be 2 characters long:' }
  if (text[1] !== ':') return { error: `missing colon: ${text}` }
  switch (text[0]) {
    case 'f':
      return text
    case 'i':
      return /^i:[+-]?[0-9]+$/.test(text) ? `i:${Number(text.slice(2))}` : { error: `no index: ${text}` }
    case 'k':
    case 'v':
      return canonicalItem(text)
    default:
      return { ignored: true }
  }
}

function canonicalItem(text: string): PathElement | { readonly error: string } {
  const value = parsed(text)
  if (value === undefined) return { error: `no JSON: ${text}` }
  if (text[0] === 'v') return valueElement(value)
  return isJsonObject(value) ? keyElement(sortedFields(value)) : { error: `no key: ${text}` }
}

function sortedFields(value: { readonly [name: string]: Json }): KeyFields {
  return Object.entries(value).sort(([a], [b]) => compareText(a, b))
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text.slice(2)) as Json
  } catch {
    // Whatever is wrong with it, the element cannot be used.
    return undefined
  }
}

/** The order in which a set lists its steps: fields, then keys, values and indices, each by what they hold. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0
  const kind = a.charCodeAt(0)
  if (kind !== b.charCodeAt(0)) return kinds.indexOf(a.charAt(0)) - kinds.indexOf(b.charAt(0))
  if (kind === fieldCode) return compareText(a, b)
  const left = parsed(a) ?? null
  const right = parsed(b) ?? null
  if (a.startsWith('k') && isJsonObject(left) && isJsonObject(right)) {
    return compareFields(sortedFields(left), sortedFields(right))
  }
  return compareValues(left, right)
}

const kinds = 'fkvi'
const fieldCode = 'f'.charCodeAt(0)

function compareFields(a: KeyFields, b: KeyFields): number {
  for (const [at, [name, value]] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const order = compareText(name, other[0]) || compareValues(value, other[1])
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Numbers before texts before booleans before lists before objects before null. */
export function compareValues(a: Json, b: Json): number {
  const rank = rankOf(a) - rankOf(b)
  if (rank !== 0) return rank
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (isJsonArray(a) && isJsonArray(b)) return compareLists(a, b)
  if (isJsonObject(a) && isJsonObject(b)) return compareFields(sortedFields(a), sortedFields(b))
  if (a === null || b === null || a === b) return 0
  return a < b ? -1 : 1
}

function compareLists(a: readonly Json[], b: readonly Json[]): number {
  for (const [at, item] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const order = compareValues(item, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function rankOf(value: Json): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0
  if (typeof value === 'string') return 1
  if (typeof value === 'boolean') return 2
  if (isJsonArray(value)) return 3
  return value === null ? 5 : 4
}

/** A step as people read it: `.spec`, `[name="a",port=80]`, `[="x"]`, `[0]`. */
export function elementText(element: PathElement): string {
  if (element.startsWith('f:')) return `.${element.slice(2)}`
  if (element.startsWith('i:')) return `[${element.slice(2)}]`
  const value = parsed(element) ?? null
  if (element.startsWith('v:') || !isJsonObject(value)) return `[=${valueText(value)}]`
  return `[${sortedFields(value)
    .map(([name, field]) => `${name}=${valueText(field)}`)
    .join(',')}]`
}

export function pathText(path: readonly PathElement[]): string {
  return path.map(elementText).join('')
}

function valueText(value: Json): string {
  if (typeof value === 'string') return quoteGo(value)
  if (isJsonArray(value)) return `[${value.map(valueText).join(',')}]`
  if (!isJsonObject(value)) return String(value)
  return Object.entries(value)
    .map(([name, member]) => `${name}=${valueText(member)}`)
    .join('')
}
