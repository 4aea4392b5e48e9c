import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import { qualifiedName } from './name-rules.ts'

const standardFinalizers = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** A finalizer of a built-in object is either known to Kubernetes or carries the domain of its owner. */
export function validateKubernetesFinalizer(finalizer: string, field: string): readonly FieldError[] {
  const problems = qualifiedName(finalizer)
  if (problems.length > 0) return problems.map((problem) => invalidValue(field, finalizer, problem))
  return unknownFinalizer(finalizer, field)
}

/** The second half of that rule, for finalizers whose syntax is judged with the metadata. */
export function unknownFinalizer(finalizer: string, field: string): readonly FieldError[] {
  if (finalizer.includes('/') || standardFinalizers.has(finalizer)) return []
  return [
    invalidValue(field, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'),
  ]
}
