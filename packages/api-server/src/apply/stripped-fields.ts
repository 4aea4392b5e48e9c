import { difference, type FieldSet, fieldSetOf } from './field-set.ts'

/** Fields that identify the object or belong to the server: nobody owns them. */
const stripped = fieldSetOf(
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ['metadata', 'name'],
  ['metadata', 'namespace'],
  ['metadata', 'creationTimestamp'],
  ['metadata', 'selfLink'],
  ['metadata', 'uid'],
  ['metadata', 'clusterName'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'resourceVersion'],
)

export function withoutStripped(set: FieldSet): FieldSet {
  return difference(set, stripped)
}
