import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'
import { compareText } from './compare-text.ts'
import { goJson } from './go-json.ts'

/**
 * One step of a field path as FieldsV1 spells it: `f:<field>`, `k:{"name":"x"}` (item by its keys), `v:"x"` (item by its
 * value), `i:0` (item by its place). Two steps are the same exactly when their canonical texts are.
 */
export type PathElement = string

/** A member that identifies items of a list. */
export interface KeyField {
  readonly name: string
  /** What a missing member counts as; undefined: it does not count. */
  readonly fallback?: Json | undefined
}

export function fieldElement(name: string): PathElement {
  return `f:${name}`
}

/** The element of an item by its key fields, given in the order of their names; undefined when it has none of them. */
export function keyElement(keys: readonly KeyField[], item: JsonObject): PathElement | undefined {
  let text = ''
  for (const key of keys) {
    const value = keyValue(key, item)
    if (value === undefined) continue
    text += `${text === '' ? '' : ','}${goJson(key.name)}:${goJson(value)}`
  }
  return text === '' ? undefined : `k:{${text}}`
}

function keyValue({ name, fallback }: KeyField, item: JsonObject): Json | undefined {
  return Object.hasOwn(item, name) ? item[name] : fallback
}

/** The order of two items, which is that of their elements. */
export function compareKeyFields(keys: readonly KeyField[], a: JsonObject, b: JsonObject): number {
  for (const [at, key] of keys.entries()) {
    const left = keyValue(key, a)
    const right = keyValue(key, b)
    if (left === right) continue
    if (left === undefined) return hasAnyOf(keys.slice(at + 1), a) ? 1 : -1
    if (right === undefined) return hasAnyOf(keys.slice(at + 1), b) ? -1 : 1
    const order = compareValues(left, right)
    if (order !== 0) return order
  }
  return 0
}

/** An item without a field goes on with the next one it has, whose name comes later; with none left it is the shorter. */
function hasAnyOf(keys: readonly KeyField[], item: JsonObject): boolean {
  return keys.some((key) => keyValue(key, item) !== undefined)
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
  if (isCanonical(text)) return text
  const value = parsed(text)
  if (value === undefined) return { error: `no JSON: ${text}` }
  if (text[0] === 'v') return valueElement(value)
  if (!isJsonObject(value)) return { error: `no key: ${text}` }
  const keys = sortedFields(value).map(([name]) => ({ name }))
  return keyElement(keys, value) ?? 'k:{}'
}

const simpleValue = String.raw`(?:"[#-%'-;=?-\[\]-~]*"|0|[1-9]\d{0,14}|true|false)`
const simpleItem = new RegExp(
  `^(?:v:${simpleValue}|k:\\{"(\\w+)":${simpleValue}(?:,"(\\w+)":${simpleValue})?\\})$`,
)

/** Whether an item needs no rewriting, seen without parsing it. Says no to some that need none. */
function isCanonical(text: string): boolean {
  const match = simpleItem.exec(text)
  if (match === null) return false
  const [, first = '', second] = match
  return second === undefined || first < second
}

function sortedFields(value: JsonObject): Fields {
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
  if (isSingleText(a) && isSingleText(b)) return a < b ? -1 : 1
  const left = parsed(a) ?? null
  const right = parsed(b) ?? null
  if (a.startsWith('k') && isJsonObject(left) && isJsonObject(right)) {
    return compareFields(sortedFields(left), sortedFields(right))
  }
  return compareValues(left, right)
}

/**
 * Items by one text, whose order is that of the whole element: the quote that ends the text comes before every character
 * that it may contain. (The lists of one object all have the same keys.)
 */
function isSingleText(element: PathElement): boolean {
  return singleText.test(element)
}

const singleText = /^(?:v:|k:\{"name":)"[#-[\]-~]*"\}?$/
const kinds = 'fkvi'
const fieldCode = 'f'.charCodeAt(0)

type Fields = readonly (readonly [name: string, value: Json])[]

function compareFields(a: Fields, b: Fields): number {
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
