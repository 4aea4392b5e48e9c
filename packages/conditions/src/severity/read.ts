import { ConditionsError } from '../errors.ts'
import { isInstant, isUnset } from '../instant.ts'
import { type ConditionPath, isRecord, severityConditionPaths, valueAt } from '../read/layout.ts'
import type { ReadOptions } from '../read/read-conditions.ts'
import { type SeverityCondition, type SeverityConditionParts, severityCondition } from './condition.ts'

/** The conditions that were found, or why they cannot be told. An object without conditions was read: it has none. */
export type SeverityReading =
  | { readonly read: true; readonly items: readonly SeverityCondition[]; readonly path?: ConditionPath }
  | { readonly read: false; readonly why: string; readonly error: ConditionsError }

/**
 * Reads conditions of the older model from an object of any kind. It takes whatever looks like conditions, with any
 * status and any part missing; a list that does not is passed over for the next place.
 */
export function readSeverityConditions(object: unknown, { path }: ReadOptions = {}): SeverityReading {
  if (object === undefined || object === null) {
    return failed(new ConditionsError('object-missing', 'there is no object'))
  }
  let error: ConditionsError | undefined
  for (const place of path ? [path] : severityConditionPaths) {
    const list = valueAt(object, place)
    if (list === undefined || list === null) continue
    // Most lists are as we would put them together, and those are read in every pass over every object of a world.
    if (Array.isArray(list) && list.every(isWhole)) return { read: true, items: list, path: place }
    const items = Array.isArray(list) ? list.map(parse) : undefined
    if (items?.every((item) => item !== undefined)) return { read: true, items, path: place }
    error ??= new ConditionsError('condition-malformed', `${place.join('.')} does not hold conditions`)
  }
  return error ? failed(error) : { read: true, items: [] }
}

function failed(error: ConditionsError): SeverityReading {
  return { read: false, why: error.message, error }
}

const keys = ['type', 'status', 'severity', 'reason', 'message', 'lastTransitionTime'] as const

// The order in which a condition is put together: what stands in another one would come out as other bytes.
const written = ['type', 'status', 'severity', 'lastTransitionTime', 'reason', 'message']

/** Whether a condition has nothing but sound texts, none of them empty, in the order in which we write them. */
function isWhole(element: unknown): element is SeverityCondition {
  if (!isRecord(element)) return false
  const { type, status, lastTransitionTime } = element
  if (typeof type !== 'string' || typeof status !== 'string') return false
  if (lastTransitionTime !== undefined && !isSetTime(lastTransitionTime)) return false
  let last = -1
  for (const key in element) {
    const value = element[key]
    const place = written.indexOf(key)
    if (typeof value !== 'string' || value === '' || place <= last) return false
    last = place
  }
  return true
}

const isSetTime = (time: unknown): boolean => typeof time === 'string' && !isUnset(time) && isInstant(time)

function parse(element: unknown): SeverityCondition | undefined {
  const fields = element === null ? {} : element
  if (!isRecord(fields)) return undefined
  const parts: { [key in (typeof keys)[number]]?: string } = {}
  for (const key of keys) {
    const value = fields[key]
    if (typeof value === 'string') parts[key] = value
    else if (value !== undefined && value !== null) return undefined
  }
  const { type = '', status = '', lastTransitionTime, ...texts } = parts
  const time = isUnset(lastTransitionTime) ? undefined : lastTransitionTime
  if (time !== undefined && !isInstant(time)) return undefined
  // The texts are foreign: what a status or a severity outside the known ones means is for the reader's rules to say.
  return severityCondition({ type, status, lastTransitionTime: time, ...texts } as SeverityConditionParts)
}
