import type { Json } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'
import { quoteGo } from '../json/quote.ts'

/** A JSON value as Go's `%v` prints it; some of the server's messages show values that way. */
export function goText(value: Json | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (isJsonArray(value)) return `[${value.map(goText).join(' ')}]`
  if (!isJsonObject(value)) return String(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goText(value[key])}`)
  return `map[${members.join(' ')}]`
}

/** The Go type that a JSON value decodes to, as `%s` prints it. */
export function goType(value: Json | undefined): string {
  if (value === null || value === undefined) return '%!s(<nil>)'
  if (isJsonArray(value)) return '[]interface {}'
  if (isJsonObject(value)) return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64'
}

/** A JSON value as Go's `%#v` prints it. */
export function goSyntax(value: Json | undefined): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (typeof value === 'string') return quoteGo(value)
  if (isJsonArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  if (!isJsonObject(value)) return String(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${quoteGo(key)}:${goSyntax(value[key])}`)
  return `map[string]interface {}{${members.join(', ')}}`
}
