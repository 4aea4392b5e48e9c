import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../json/own.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import type { ScalePaths } from '../../resources/resource.ts'

const maxReplicas = 2 ** 31 - 1

/** The spec half: an update of the status subresource does not look at it. */
export function validateScaleSpec(object: JsonObject, scale: ScalePaths): readonly FieldError[] {
  return replicasErrors(object, scale.specReplicas)
}

/** The status half: replicas and label selector. */
export function validateScaleStatus(object: JsonObject, scale: ScalePaths): readonly FieldError[] {
  const errors = replicasErrors(object, scale.statusReplicas)
  if (scale.labelSelector === undefined) return errors
  const { value, error } = follow(object, scale.labelSelector)
  if (error !== undefined) return [...errors, invalidValue(scale.labelSelector, '', error)]
  if (value === undefined || typeof value === 'string') return errors
  return [
    ...errors,
    invalidValue(scale.labelSelector, '', accessorError(scale.labelSelector, value, 'string')),
  ]
}

function replicasErrors(object: JsonObject, path: string): readonly FieldError[] {
  const { value, error } = follow(object, path)
  if (error !== undefined) return [invalidValue(path, 0, error)]
  if (value === undefined) return []
  if (typeof value !== 'bigint' && !Number.isInteger(value)) {
    return [invalidValue(path, 0, accessorError(path, value, 'int64'))]
  }
  const replicas = value as number | bigint
  if (replicas < 0) return [invalidValue(path, replicas, 'should be a non-negative integer')]
  if (replicas > maxReplicas) {
    return [invalidValue(path, replicas, `should be less than or equal to ${maxReplicas}`)]
  }
  return []
}

interface Found {
  readonly value?: Json | undefined
  readonly error?: string
}

function follow(object: JsonObject, path: string): Found {
  const names = path.replace(/^\./, '').split('.')
  let here: Json | undefined = object
  for (const [index, name] of names.entries()) {
    if (here === undefined) return {}
    if (here === null) return {}
    if (!isJsonObject(here))
      return { error: accessorError(names.slice(0, index).join('.'), here, 'map[string]interface {}') }
    here = getOwn(here, name)
  }
  return { value: here }
}

function accessorError(path: string, value: Json, wanted: string): string {
  const dotted = path.startsWith('.') ? path : `.${path}`
  return `${dotted} accessor error: ${shown(value)} is of the type ${goType(value)}, expected ${wanted}`
}

function shown(value: Json): string {
  if (value === null) return '<nil>'
  return typeof value === 'string' ? value : stringifyJson(value)
}

function goType(value: Json): string {
  if (value === null) return '<nil>'
  if (isJsonArray(value)) return '[]interface {}'
  if (isJsonObject(value)) return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int64'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return 'string'
}
