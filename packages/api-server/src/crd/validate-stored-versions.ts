import type { FieldError } from '../errors/field-error.ts'
import { invalidValue } from '../errors/field-errors.ts'
import type { CrdModel } from './validate-model.ts'

const path = 'status.storedVersions'

/** Every version that objects may still be stored in stays in the definition. */
export function validateStoredVersions({ storedVersions, versions }: CrdModel): readonly FieldError[] {
  if (storedVersions.length === 0) return [invalidValue(path, null, 'must have at least one stored version')]
  const missing = versions.filter(({ name, storage }) => storage && !storedVersions.includes(name))
  const known = new Set(versions.map(({ name }) => name))
  return [
    ...missing.map(({ name }) => invalidValue(path, storedVersions, `must have the storage version ${name}`)),
    ...storedVersions.flatMap((name, index) =>
      known.has(name) ? [] : [invalidValue(`${path}[${index}]`, name, removed(name))],
    ),
  ]
}

function removed(name: string): string {
  return (
    `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a ` +
    `storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
  )
}
