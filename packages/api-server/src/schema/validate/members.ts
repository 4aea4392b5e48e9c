import type { Json, JsonObject } from '../../json/json.ts'
import type { CompiledSchema } from '../compiled-schema.ts'
import type { Check, Descend } from './check.ts'
import type { Result } from './result.ts'

/** `minProperties`, `maxProperties`, `additionalProperties`, `properties` and `required`. */
export function validateMembers(check: Check, descend: Descend, result: Result): void {
  const object = check.value as JsonObject
  validateCount(check, Object.keys(object).length, result)
  validateUnnamed(check, descend, result)
  const { schema, path, correlation, effort } = check
  for (const [name, property] of namedMembers(schema, object)) {
    if (result.full) break
    // What apiVersion and kind were before cannot be seen: both objects have been converted to the same version.
    const hidden = path === '' && (name === 'apiVersion' || name === 'kind')
    result.merge(
      descend({
        schema: property,
        value: object[name] as Json,
        path: path === '' ? name : `${path}.${name}`,
        correlation: hidden ? undefined : correlation?.member(name),
        effort,
      }),
    )
  }
  const { required = [] } = schema.source
  effort.spend(required.length)
  for (const name of required) {
    if (Object.hasOwn(object, name)) continue
    result.add({ code: 'required', path: `${path}.${name}`, text: `${path}.${name} in body is required` })
  }
}

/** The members that have a schema of their own, in the order of the schema. Whichever of the two is shorter is gone through. */
function* namedMembers(
  { properties }: CompiledSchema,
  object: JsonObject,
): Iterable<[string, CompiledSchema]> {
  const keys = Object.keys(object)
  if (keys.length >= properties.size) {
    for (const [name, property] of properties) if (Object.hasOwn(object, name)) yield [name, property]
    return
  }
  for (const key of keys.sort()) {
    const property = properties.get(key)
    if (property !== undefined) yield [key, property]
  }
}

function validateCount({ schema, path }: Check, count: number, result: Result): void {
  const { minProperties, maxProperties } = schema.source
  if (minProperties !== undefined && count < minProperties) {
    const text = `${path} in body should have at least ${minProperties} properties`
    result.add({ code: 'invalid', path, text, value: count })
  }
  if (maxProperties !== undefined && count > maxProperties) {
    const text = `${path} in body should have at most ${maxProperties} properties`
    result.add({ code: 'too-many', path, text, value: count, limit: maxProperties })
  }
}

function validateUnnamed(
  { schema, value, path, correlation, effort }: Check,
  descend: Descend,
  result: Result,
): void {
  const { additional, closed, properties } = schema
  if (!additional && !closed) return
  const object = value as JsonObject
  for (const key of Object.keys(object).sort()) {
    if (properties.has(key)) continue
    if (result.full) break
    if (closed) {
      result.add({
        code: 'invalid',
        path,
        text: `${path}.${key} in body is a forbidden property`,
        value: key,
      })
    } else if (additional) {
      const at = `${path}.${key}`
      result.merge(
        descend({
          schema: additional,
          value: object[key] as Json,
          path: at,
          correlation: correlation?.member(key),
          effort,
        }),
      )
    }
  }
}
