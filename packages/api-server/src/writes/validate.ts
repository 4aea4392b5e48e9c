import { validateMetadata, validateMetadataUpdate } from '../builtin/metadata-rules.ts'
import { pathSegment } from '../builtin/validation/name-rules.ts'
import type { FieldError } from '../errors/field-error.ts'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { metadataOf, withMember } from '../resources/metadata.ts'
import type { Behaviour } from '../resources/resource.ts'
import type { VersionView } from '../resources/version-view.ts'
import { coerceObjectMeta } from '../schema/object-meta.ts'
import type { Slices } from '../schema/slices.ts'
import { type ValidateOptions, validateInSlices } from '../schema/validate-object.ts'

/** Everything that is wrong with a new object. */
export function* createErrors(view: VersionView, proposed: KubeObject): Slices<readonly FieldError[]> {
  const { behaviour, scope } = view.resource
  const object = withPlainMetadata(view, proposed)
  const preceding = validateMetadata(metadataOf(object), {
    namespaced: scope === 'Namespaced',
    validateName: behaviour.validateName,
  })
  const schema = yield* schemaErrors(view, object, { preceding })
  const errors = [...schema, ...(behaviour.validateCreate?.(object) ?? [])]
  return behaviour.checksMetadata === 'last' && errors.length > 0 ? errors : [...preceding, ...errors]
}

export interface Updated {
  readonly object: KubeObject
  readonly old: KubeObject
  readonly subresource: string
  /** Hears of what is wrong and was so before. */
  readonly warn?: (text: string) => void
}

/** Everything that is wrong with a changed object. */
export function* updateErrors(
  view: VersionView,
  { object: proposed, old, subresource, warn }: Updated,
): Slices<readonly FieldError[]> {
  const object = withoutNewNull(withPlainMetadata(view, proposed), old)
  const validate = checkFor(view.resource.behaviour, subresource)
  const preceding = metadataUpdateErrors(view, { object, old, subresource })
  const only = subresource === 'status' ? ({ subresource: 'status' } as const) : {}
  const schema = yield* schemaErrors(view, object, {
    preceding,
    old,
    forgive: ({ field, message }) => warn?.(`${field}: ${message}`),
    ...only,
  })
  return [...preceding, ...schema, ...(validate?.(object, old) ?? [])]
}

/** What is applied to a custom object may have metadata that is null or empty: it is judged by what will be read of it. */
function withPlainMetadata({ resource }: VersionView, object: KubeObject): KubeObject {
  if (resource.origin === 'builtin') return object
  const { value } = coerceObjectMeta(metadataOf(object), { dropInvalid: true })
  return value === object['metadata'] ? object : withMember(object, 'metadata', value)
}

/** A status that is applied as null where there was none is no change, and so not judged. */
function withoutNewNull(object: KubeObject, old: KubeObject): KubeObject {
  const nothing = object['status'] === null && old['status'] === undefined
  return nothing ? withMember(object, 'status', undefined) : object
}

/** Kubernetes asks several times, for every kind and in the rules of each, and tells as often. */
function metadataUpdateErrors(
  { resource }: VersionView,
  { object, old, subresource }: Updated,
): FieldError[] {
  const metadata = metadataOf(object)
  const namespaced = resource.scope === 'Namespaced'
  const rules = { namespaced, validateName: pathSegment }
  const { present, changed } = validateMetadataUpdate(metadata, metadataOf(old), rules)
  const general = [...present, ...changed]
  if (resource.behaviour.checksMetadata === 'last') return general
  const whole = resource.origin === 'builtin' && subresource === ''
  return [...general, ...changed, ...(whole ? present : [])]
}

/** What a part may change is decided by which fields it takes; the rules for whole objects would refuse that. */
function checkFor(behaviour: Behaviour, subresource: string): Behaviour['validateUpdate'] {
  if (subresource === 'status') return behaviour.validateStatusUpdate
  return subresource === '' || subresource === 'scale' ? behaviour.validateUpdate : undefined
}

/** Built-in kinds are checked by their own rules; their types have been checked when they were read. */
function* schemaErrors(
  view: VersionView,
  object: KubeObject,
  options: ValidateOptions,
): Slices<readonly FieldError[]> {
  if (view.resource.origin === 'builtin') return []
  const { scale } = view.version
  return yield* validateInSlices(view.compiled, object, {
    ...options,
    ...(scale !== undefined && { scale }),
    checkMetadata,
  })
}

/** What an embedded object says about itself is held to the same rules as any other's metadata. */
function checkMetadata(metadata: JsonObject, path: string): readonly FieldError[] {
  return validateMetadata(metadata, { namespaced: false, validateName: pathSegment, path })
}
