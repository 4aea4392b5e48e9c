import type { Json } from '../json/json.ts'
import { quoteGo } from '../json/quote.ts'
import { showGoStruct } from '../json/show-go.ts'
import type { FieldError } from './field-error.ts'

/** A whole internal struct of Kubernetes, or a list of them, as it appears in a message: members named and ordered as in Go. */
export type GoStruct = Json

export function invalidStruct(field: string, value: GoStruct, detail: string): FieldError {
  return {
    reason: 'FieldValueInvalid',
    field,
    value,
    message: `Invalid value: ${showGoStruct(value)}: ${detail}`,
  }
}

export function unsupportedStruct(field: string, value: GoStruct, supported: readonly string[]): FieldError {
  const words = supported.map(quoteGo).join(', ')
  return {
    reason: 'FieldValueNotSupported',
    field,
    value,
    message: `Unsupported value: ${showGoStruct(value)}: supported values: ${words}`,
  }
}
