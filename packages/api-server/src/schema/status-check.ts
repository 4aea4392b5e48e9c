import type { Json, JsonObject } from '../json/json.ts'
import { compileSchema } from './compiled-schema.ts'
import { readSchema } from './read-schema.ts'
import { validateObject } from './validate-object.ts'

/**
 * What a server would have against a write of an object's status, a line for each field; nothing where it would take it. With the object
 * before, what did not change since is not held against the new one.
 */
export type StatusCheck = (object: JsonObject, before?: JsonObject) => readonly string[]

/** The check that the `openAPIV3Schema` of a version asks for. */
export function statusCheck(openAPIV3Schema: unknown): StatusCheck {
  const schema = compileSchema(readSchema(openAPIV3Schema as Json))
  return (object, before) =>
    validateObject(schema, object, { subresource: 'status', ...(before && { old: before }) }).map(
      ({ field, message }) => `${field}: ${message}`,
    )
}
