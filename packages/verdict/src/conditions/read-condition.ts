import { type ConditionStatus, isConditionStatus } from '@sitrep/conditions'
import { type Fields, isFields, wholeNumber, yesOrNo } from '../foreign/value.ts'

/** A condition of any origin. What it does not say, or says in a wrong shape, is missing. */
export interface FoundCondition {
  readonly type: string
  readonly status: ConditionStatus
  readonly reason: string
  readonly message: string
  readonly severity: string
  readonly observedGeneration: number | undefined
  readonly lastTransitionTime: string
}

/**
 * All conditions of a list, or of a map from type to condition; whatever is none is left out.
 * Where no entry has a status, being there is the statement: such lists hold what is the case now.
 */
export function readConditionList(value: unknown): readonly FoundCondition[] {
  const entries = Array.isArray(value) ? value.filter(isFields) : isFields(value) ? entriesOf(value) : []
  const stated = entries.some((entry) => entry['status'] !== undefined)
  return entries.flatMap((entry) => readCondition(entry, stated ? 'Unknown' : 'True') ?? [])
}

function entriesOf(map: Fields): readonly Fields[] {
  if (typeof map['type'] === 'string' && map['status'] !== undefined) return [map]
  return Object.entries(map).flatMap(([type, entry]) => {
    if (isFields(entry)) return entry['status'] === undefined ? [] : [{ type, ...entry }]
    return yesOrNo(entry) === undefined && entry !== 'Unknown' ? [] : [{ type, status: entry }]
  })
}

function readCondition(entry: Fields, unstated: ConditionStatus): FoundCondition | undefined {
  const type = textOf(entry['type'])
  if (type === '') return undefined
  return {
    type,
    status: entry['status'] === undefined ? unstated : readStatus(entry['status']),
    reason: textOf(entry['reason']),
    message: textOf(entry['message']),
    severity: textOf(entry['severity']),
    observedGeneration: wholeNumber(entry['observedGeneration']),
    lastTransitionTime: textOf(entry['lastTransitionTime']),
  }
}

function readStatus(value: unknown): ConditionStatus {
  const text = String(value).toLowerCase()
  const status = text.slice(0, 1).toUpperCase() + text.slice(1)
  return isConditionStatus(status) ? status : 'Unknown'
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
