import { readProblem } from '../../builtin/read-problem.ts'
import { schemaOf } from '../../builtin/types/schema-of.ts'
import { typeRegistry } from '../../builtin/types/type-registry.ts'
import { type ApiError, badRequest, invalid } from '../../errors/api-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { isJsonObject } from '../../json/own.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import type { WriteOptions } from '../../request/write-options.ts'
import { metadataOf } from '../../resources/metadata.ts'
import { compileSchema } from '../../schema/compiled-schema.ts'
import { pruneObject } from '../../schema/prune.ts'
import { reportStrictProblems } from '../../writes/decode-object.ts'

const apiVersion = 'autoscaling/v1'
const kind = 'Scale'

export interface ScaleReading {
  readonly options: WriteOptions
  readonly warn: (text: string) => void
  /** How a Scale that cannot be read is refused. */
  readonly refuse: (why: string) => ApiError
}

/** A Scale as a client sent it or as a patch left it, checked like any other object of a built-in kind. */
export function decodeScale(value: Json, { options, warn, refuse }: ScaleReading): JsonObject {
  if (!isJsonObject(value)) throw refuse('the body is not an object')
  const scale = { ...value, apiVersion, kind, metadata: metadataOf(value) } as KubeObject
  const problem = readProblem(scale)
  if (problem !== undefined) throw refuse(problem)
  const definition = typeRegistry.definitionOf(apiVersion, kind)
  if (definition === undefined) throw new TypeError('no table describes a Scale')
  const { object, unknown } = pruneObject(compileSchema(schemaOf(definition)), scale, { order: 'document' })
  reportStrictProblems(unknown, options.fieldValidation, { refuse, warn })
  return object
}

/** A patch that leaves no Scale behind. */
export function refusePatched(patched: Json): (why: string) => ApiError {
  return (why) => invalid({ group: '', name: '' }, '', [invalidValue('patch', stringifyJson(patched), why)])
}

/** A body that is no Scale. */
export function refuseBody(why: string): ApiError {
  return badRequest(`Scale in version "v1" cannot be handled as a Scale: ${why}`)
}
