import { validateMetadata, validateMetadataUpdate } from '../builtin/metadata-rules.ts'
import type { FieldError } from '../errors/field-error.ts'
import type { KubeObject } from '../json/json.ts'
import { metadataOf } from '../resources/metadata.ts'
import type { VersionView } from '../resources/version-view.ts'

/** Everything that is wrong with a new object. */
export function createErrors(view: VersionView, object: KubeObject): readonly FieldError[] {
  const { behaviour, scope } = view.resource
  return [
    ...validateMetadata(metadataOf(object), {
      namespaced: scope === 'Namespaced',
      validateName: behaviour.validateName,
    }),
    ...(behaviour.validateCreate?.(object) ?? []),
  ]
}

export interface Updated {
  readonly object: KubeObject
  readonly old: KubeObject
  readonly subresource: string
}

/** Everything that is wrong with a changed object. */
export function updateErrors(
  view: VersionView,
  { object, old, subresource }: Updated,
): readonly FieldError[] {
  const { behaviour } = view.resource
  const validate = subresource === 'status' ? behaviour.validateStatusUpdate : behaviour.validateUpdate
  return [...validateMetadataUpdate(metadataOf(object), metadataOf(old)), ...(validate?.(object, old) ?? [])]
}
