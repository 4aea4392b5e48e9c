import type { FieldError } from '../../errors/field-error.ts'

/** Collects field errors for one subtree, so that a rule can name a field relative to where it stands. */
export type Problems = FieldError[]

export function tooMany(field: string, count: number, limit: number): FieldError {
  const unit = limit === 1 ? 'item' : 'items'
  return {
    reason: 'FieldValueTooMany',
    field,
    message: `Too many: ${count}: must have at most ${limit} ${unit}`,
  }
}
