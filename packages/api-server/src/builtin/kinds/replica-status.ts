import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { KubeObject } from '../../json/json.ts'
import { notNegative } from '../validation/field-rules.ts'
import { numberOf, objectOf } from '../validation/read.ts'

/** How the counts in a status relate: which cannot be negative, and which cannot exceed all replicas. */
export interface ReplicaCounts {
  readonly counts: readonly string[]
  /** Parts of the whole. */
  readonly parts: readonly string[]
  /** How the message calls the ready replicas. */
  readonly readyName: string
}

/** Refuses a status whose numbers contradict each other. */
export function consistentReplicas({
  counts,
  parts,
  readyName,
}: ReplicaCounts): (object: KubeObject) => readonly FieldError[] {
  return (object) => {
    const status = objectOf(object, 'status') ?? {}
    const count = (field: string): number => numberOf(status, field) ?? 0
    const over = (field: string, words: string): FieldError =>
      invalidValue(`status.${field}`, count(field), words)
    return [
      ...notNegative(...counts)(status, 'status.'),
      ...parts
        .filter((field) => count(field) > count('replicas'))
        .map((field) => over(field, 'cannot be greater than status.replicas')),
      ...(count('availableReplicas') > count('readyReplicas')
        ? [over('availableReplicas', `cannot be greater than ${readyName}`)]
        : []),
    ]
  }
}
