import type { Json } from '../json/json.ts'
import { quoteGo } from '../json/quote.ts'
import { showGoShortly } from '../json/show-go.ts'
import type { FieldError, FieldErrorReason } from './field-error.ts'

/** Field errors in the words of kube-apiserver 1.36 (apimachinery `util/validation/field`). */

export function required(field: string, detail = ''): FieldError {
  return { reason: 'FieldValueRequired', field, message: withDetail('Required value', detail) }
}

export function invalidValue(field: string, value: Json | undefined, detail: string): FieldError {
  return valued('FieldValueInvalid', {
    field,
    value,
    text: withDetail(`Invalid value: ${shown(value)}`, detail),
  })
}

/** The value has another JSON type than the schema says. */
export function invalidType(field: string, value: Json | undefined, detail: string): FieldError {
  return valued('FieldValueTypeInvalid', {
    field,
    value,
    text: withDetail(`Invalid value: ${shown(value)}`, detail),
  })
}

/** `supported` comes in the order in which kube-apiserver lists it, which is mostly alphabetical. */
export function notSupported(
  field: string,
  value: Json | undefined,
  supported: readonly string[],
): FieldError {
  return unsupported(field, value, supportedValues(supported))
}

/** What is supported, in words; made once where many values are told the same. */
export function supportedValues(supported: readonly string[]): string {
  return supported.length === 0 ? '' : `supported values: ${supported.map(quoteGo).join(', ')}`
}

export function unsupported(field: string, value: Json | undefined, detail: string): FieldError {
  return valued('FieldValueNotSupported', {
    field,
    value,
    text: withDetail(`Unsupported value: ${shown(value)}`, detail),
  })
}

export function forbiddenField(field: string, detail: string): FieldError {
  return { reason: 'FieldValueForbidden', field, message: withDetail('Forbidden', detail) }
}

export function duplicate(field: string, value: Json | undefined): FieldError {
  return valued('FieldValueDuplicate', { field, value, text: `Duplicate value: ${shown(value)}` })
}

export function tooLong(field: string, limit: number): FieldError {
  const unit = limit === 1 ? 'byte' : 'bytes'
  return { reason: 'FieldValueTooLong', field, message: `Too long: may not be more than ${limit} ${unit}` }
}

interface Valued {
  readonly field: string
  readonly value: Json | undefined
  readonly text: string
}

function valued(reason: FieldErrorReason, { field, value, text }: Valued): FieldError {
  return { reason, field, message: text, ...(value !== undefined && { value }) }
}

function withDetail(text: string, detail: string): string {
  return detail === '' ? text : `${text}: ${detail}`
}

const shown = (value: Json | undefined): string => (value === undefined ? 'null' : showGoShortly(value))
