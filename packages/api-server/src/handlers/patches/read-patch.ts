import { ApiError, badRequest, tooLarge } from '../../errors/api-error.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { JsonSyntaxError } from '../../json/json-syntax-error.ts'
import { isJsonObject } from '../../json/own.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { Parsed } from '../../json/parsed.ts'
import { onDemand } from '../../on-demand.ts'
import { goText } from '../../patch/go-text.ts'
import { applyJsonPatch } from '../../patch/json-patch.ts'
import { decodeJsonPatch } from '../../patch/json-patch-operation.ts'
import { applyMergePatch } from '../../patch/merge-patch.ts'
import type * as strategicMerge from '../../patch/strategic-merge.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { contentTypeOf, readAlready } from '../../request/body.ts'
import type { Schema } from '../../schema/schema.ts'

const merging: () => typeof strategicMerge = onDemand(import.meta.url, '../../patch/strategic-merge')

/** A patch that was read and can be applied to any state of the object. */
export interface ReadPatch {
  /** Throws an `ApiError` when it does not fit this state. */
  readonly apply: (live: JsonObject, schema: Schema) => Json
  /** What strict field validation has to say about the patch itself. */
  readonly duplicates: readonly string[]
  /** How messages show what came out of it; absent: as JSON. */
  readonly shown?: string
}

/** Reads a patch by its content type. Throws 400 or 413 for a body that is none. */
export function readPatch(request: ApiRequest): ReadPatch {
  const type = contentTypeOf(request)
  const parsed = parsePatch(request, type)
  switch (type) {
    case 'application/json-patch+json':
      return jsonPatch(parsed)
    case strategic:
      return strategicPatch(parsed)
    default:
      return mergePatch(parsed)
  }
}

const strategic = 'application/strategic-merge-patch+json'

/** Only strategic patches are read where nobody adds what was being done. */
function undecodable(type: string, why: string): ApiError {
  return badRequest(type === strategic ? why : `error decoding patch: ${why}`)
}

function parsePatch(request: ApiRequest, type: string): Parsed {
  try {
    return readAlready(request) ?? parseJson(request.body.toString())
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw undecodable(type, error.message)
  }
}

function jsonPatch({ value, duplicates }: Parsed): ReadPatch {
  const decoded = decodeJsonPatch(value)
  if (decoded.kind === 'undecodable') throw badRequest(decoded.message)
  if (decoded.kind === 'too-large') throw tooLarge(decoded.message)
  return {
    duplicates: [...duplicates.map((duplicate) => `json patch ${duplicate}`), ...decoded.strictErrors],
    apply: (live) => {
      const outcome = applyJsonPatch(live, decoded.operations)
      if (outcome.kind === 'beyond')
        throw new ApiError({ code: 422, reason: 'Invalid', message: outcome.message })
      if (outcome.kind === 'failed') throw rejected()
      return outcome.document
    },
  }
}

function mergePatch({ value, duplicates }: Parsed): ReadPatch {
  if (value === null) throw badRequest('Invalid JSON Patch')
  const patch = objectPatch(value, 'application/merge-patch+json')
  return { duplicates, apply: (live) => applyMergePatch(live, patch) }
}

function strategicPatch({ value, duplicates }: Parsed): ReadPatch {
  const patch = objectPatch(value, strategic)
  return {
    duplicates,
    shown: goText(patch),
    apply: (live, schema) => {
      const outcome = merging().applyStrategicMergePatch(schema, live, patch)
      if (outcome.kind === 'patched') return outcome.object
      if (outcome.code === 400) throw badRequest(outcome.message)
      throw outcome.code === 422 ? rejected() : new ApiError({ code: 500, message: outcome.message })
    },
  }
}

function objectPatch(value: Json, patchType: string): JsonObject {
  if (value === null) return {}
  if (isJsonObject(value)) return value
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  throw undecodable(patchType, `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`)
}

/** The operations do not fit the object: the client is told no more than that. */
function rejected(): ApiError {
  return new ApiError({
    code: 422,
    reason: 'Invalid',
    message: 'the server rejected our request due to an error in our request',
    details: {},
  })
}
