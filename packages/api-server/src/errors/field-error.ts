import type { Json } from '../json/json.ts'

/** The reasons that a cause in a Status can carry. */
export const fieldErrorReasons = [
  'FieldValueRequired',
  'FieldValueInvalid',
  'FieldValueNotSupported',
  'FieldValueForbidden',
  'FieldValueDuplicate',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
  'FieldValueNotFound',
] as const

export type FieldErrorReason = (typeof fieldErrorReasons)[number]

/** One thing wrong with one field. `message` is what a client reads after the field's path, in kube-apiserver's words. */
export interface FieldError {
  readonly reason: FieldErrorReason
  /** Kubernetes path notation: `spec.ports[0].name`, `metadata.labels[a.b/c]`; `<nil>` for the object as a whole. */
  readonly field: string
  readonly message: string
  readonly value?: Json
}
