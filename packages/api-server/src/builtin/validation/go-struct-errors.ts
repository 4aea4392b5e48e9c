import type { FieldError } from '../../errors/field-error.ts'
import type { JsonObject } from '../../json/json.ts'
import { quoteGo } from '../../json/quote.ts'
import { stringifyJson } from '../../json/stringify-json.ts'

/** A whole internal struct of Kubernetes as it appears in a message: its members named and ordered as in Go. */
export type GoStruct = JsonObject

export function invalidStruct(field: string, value: GoStruct, detail: string): FieldError {
  return {
    reason: 'FieldValueInvalid',
    field,
    value,
    message: `Invalid value: ${stringifyJson(value)}: ${detail}`,
  }
}

export function unsupportedStruct(field: string, value: GoStruct, supported: readonly string[]): FieldError {
  const words = supported.map(quoteGo).join(', ')
  return {
    reason: 'FieldValueNotSupported',
    field,
    value,
    message: `Unsupported value: ${stringifyJson(value)}: supported values: ${words}`,
  }
}
