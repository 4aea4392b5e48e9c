import { type Condition, condition, isConditionStatus, noReasonReported } from '../condition.ts'
import type { SetDecision } from '../decision.ts'
import { ConditionsError } from '../errors.ts'
import { isUnset, parseInstant } from '../instant.ts'
import { type MirrorOptions, mirror } from '../mirror.ts'
import type { ConditionedObject } from '../source.ts'
import { type ConditionPath, conditionPaths, isRecord, textAt, valueAt } from './layout.ts'

/** The conditions that were found, or why and where they cannot be told. An object without conditions was read: it has none. */
export type ConditionReading =
  | { readonly read: true; readonly items: readonly Condition[]; readonly path?: ConditionPath }
  | {
      readonly read: false
      readonly why: string
      readonly path?: ConditionPath
      readonly error: ConditionsError
    }

/** How foreign objects are read. */
export interface ReadOptions {
  /** Where the list lies, in place of the usual places. */
  readonly path?: ConditionPath
}

/**
 * Reads the conditions of an object of any kind, in any of the layouts in use. One bad condition makes the whole
 * reading fail, for the rest could then be as wrong; a list of a wrong shape is no list.
 */
export function readConditions(object: unknown, { path }: ReadOptions = {}): ConditionReading {
  if (object === undefined || object === null) {
    const error = new ConditionsError('object-missing', 'there is no object')
    return { read: false, why: error.message, error }
  }
  for (const place of path ? [path] : conditionPaths) {
    const list = valueAt(object, place)
    if (!Array.isArray(list)) continue
    try {
      return { read: true, items: list.filter(isRecord).map(parseCondition), path: place }
    } catch (error) {
      if (!(error instanceof ConditionsError)) throw error
      const text = `${place.join('.')}: ${error.message}`
      const told = new ConditionsError(error.code, text, { cause: error })
      return { read: false, why: error.message, path: place, error: told }
    }
  }
  return { read: true, items: [] }
}

function parseCondition(element: Readonly<Record<string, unknown>>): Condition {
  const type = text(element, 'type')
  const status = text(element, 'status')
  const reason = text(element, 'reason')
  const message = text(element, 'message')
  const observedGeneration = generation(element)
  const lastTransitionTime = time(element)
  if (type === '') throw new ConditionsError('type-missing', 'type must be set for all conditions')
  if (status === '')
    throw new ConditionsError('status-missing', `status must be set for the ${type} condition`)
  if (!isConditionStatus(status)) {
    const must = `status for the ${type} condition must be one of True, False, Unknown`
    throw new ConditionsError('status-unknown', must)
  }
  return condition({
    type,
    status,
    observedGeneration,
    lastTransitionTime,
    reason: reason || noReasonReported,
    message,
  })
}

function text(element: Readonly<Record<string, unknown>>, key: string): string {
  const value = element[key]
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  throw new ConditionsError('condition-malformed', `${key} must be a string, not ${kindOf(value)}`)
}

function generation(element: Readonly<Record<string, unknown>>): number {
  const value = element['observedGeneration']
  if (value === undefined) return 0
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  const got = typeof value === 'number' ? String(value) : kindOf(value)
  throw new ConditionsError('condition-malformed', `observedGeneration must be a whole number, not ${got}`)
}

function time(element: Readonly<Record<string, unknown>>): string | undefined {
  const value = element['lastTransitionTime']
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') {
    throw new ConditionsError(
      'condition-malformed',
      `lastTransitionTime must be a string, not ${kindOf(value)}`,
    )
  }
  if (isUnset(value)) return undefined
  if (parseInstant(value)) return value
  const cause = `${JSON.stringify(value)} is not an RFC 3339 time`
  throw new ConditionsError(
    'time-malformed',
    `failed to unmarshal lastTransitionTime value: ${value}: ${cause}`,
  )
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** Mirrors a condition of an object of any kind. Throws the ConditionsError of its reading where that fails. */
export function mirrorUntyped(
  source: unknown,
  type: string,
  options: MirrorOptions & ReadOptions = {},
): SetDecision {
  const reading = readConditions(source, options)
  if (!reading.read) throw reading.error
  return mirror({ ...namedAs(source), conditions: reading.items }, type, options)
}

function namedAs(source: unknown): ConditionedObject {
  const namespace = textAt(source, ['metadata', 'namespace'])
  return {
    kind: textAt(source, ['kind']),
    ...(namespace && { namespace }),
    name: textAt(source, ['metadata', 'name']),
  }
}
