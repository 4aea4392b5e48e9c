import type { FieldRow } from '../row.ts'
import { moved } from '../rows.ts'
import { type Path, path } from '../tree.ts'

/** Groups that only one of the two released stages has. */
export const groups: readonly Path[] = [
  path('status.v1beta2'),
  path('status.deprecated.v1beta1'),
  path('status.deprecated'),
  path('status.initialization'),
]

/** The old conditions make room for the new ones, and step aside. */
export const conditionRows: readonly FieldRow[] = [
  moved('status.conditions', 'status.deprecated.v1beta1.conditions'),
  moved('status.v1beta2.conditions', 'status.conditions'),
]

export const failureRows: readonly FieldRow[] = [
  moved('status.failureReason', 'status.deprecated.v1beta1.failureReason'),
  moved('status.failureMessage', 'status.deprecated.v1beta1.failureMessage'),
]

/** A counter that counts something else since: both are kept. */
export const recounted = (name: string): readonly FieldRow[] => [
  moved(`status.${name}`, `status.deprecated.v1beta1.${name}`),
  moved(`status.v1beta2.${name}`, `status.${name}`),
]

/** A counter that only the older model has. */
export const oldCounter = (name: string): FieldRow =>
  moved(`status.${name}`, `status.deprecated.v1beta1.${name}`)

/** A counter that only the newer model has. */
export const newCounter = (name: string): FieldRow => moved(`status.v1beta2.${name}`, `status.${name}`)
