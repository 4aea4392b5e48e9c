import { same } from '@sitrep/status/same'
import type { FieldError } from '../../errors/field-error.ts'
import { forbiddenField, invalidValue, tooLong } from '../../errors/field-errors.ts'
import type { JsonObject, KubeObject } from '../../json/json.ts'
import { getOwn } from '../../json/own.ts'
import type { KindRules } from '../kind-rules.ts'
import { configMapKey } from '../validation/name-rules.ts'
import { objectOf, textOf } from '../validation/read.ts'

/** The limit on all values together, which Secrets share. */
export const dataLimit: number = 1024 * 1024

export const configMapRules: KindRules = {
  validate: (configMap) => {
    const data = objectOf(configMap, 'data') ?? {}
    const binary = objectOf(configMap, 'binaryData')
    return [
      ...validateKeys(data, 'data'),
      ...(binary === undefined ? [] : validateBinary(data, binary)),
      ...(isTooLarge(data, binary) ? [tooLong('[]', dataLimit)] : []),
    ]
  },
  validateUpdate: (configMap, old) => frozen(configMap, old, ['data', 'binaryData']),
}

function validateBinary(data: JsonObject, binary: JsonObject): readonly FieldError[] {
  return [
    ...Object.keys(data)
      .filter((key) => Object.hasOwn(binary, key))
      .map((key) => invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')),
    ...validateKeys(binary, 'binaryData'),
  ]
}

export function validateKeys(data: JsonObject, field: string): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const key of Object.keys(data))
    for (const problem of configMapKey(key)) errors.push(invalidValue(`${field}[${key}]`, key, problem))
  return errors
}

function isTooLarge(data: JsonObject, binary: JsonObject | undefined): boolean {
  const bytes = binary === undefined ? 0 : sizeOfBytes(binary)
  const texts = Object.values(data).filter((value) => typeof value === 'string')
  let units = 0
  for (const text of texts) units += text.length
  // No character takes more than three bytes per code unit, so most texts need not be measured.
  if (units * 3 + bytes <= dataLimit) return false
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), bytes) > dataLimit
}

/** The size of base64 values once they are decoded. */
export function sizeOfBytes(data: JsonObject): number {
  return Object.keys(data).reduce((sum, key) => sum + Buffer.byteLength(textOf(data, key), 'base64'), 0)
}

/** What `immutable: true` protects, itself included. */
export function frozen(
  object: KubeObject,
  old: KubeObject,
  fields: readonly string[],
): readonly FieldError[] {
  if (getOwn(old, 'immutable') !== true) return []
  const words = 'field is immutable when `immutable` is set'
  return [
    ...(getOwn(object, 'immutable') === true ? [] : [forbiddenField('immutable', words)]),
    ...fields
      .filter((field) => !same(getOwn(object, field) ?? null, getOwn(old, field) ?? null))
      .map((field) => forbiddenField(field, words)),
  ]
}
