import { same } from '@sitrep/status/same'
import type { FieldError } from '../../errors/field-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { KubeObject } from '../../json/json.ts'
import { getPath } from '../../json/own.ts'

/** Fields, written as paths, that keep the value they were created with. */
export function immutable(
  ...paths: readonly string[]
): (object: KubeObject, old: KubeObject) => readonly FieldError[] {
  return (object, old) =>
    paths.flatMap((path) => {
      const value = getPath(object, path.split('.')) ?? null
      return same(value, getPath(old, path.split('.')) ?? null)
        ? []
        : [invalidValue(path, value, 'field is immutable')]
    })
}
