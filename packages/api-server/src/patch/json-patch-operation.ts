import type { Json, JsonObject } from '../json/json.ts'
import { isJsonArray, isJsonObject } from '../json/own.ts'

/** One step of a JSON Patch as the client sent it; null where it sent null. */
export type JsonPatchOperation = JsonObject | null

export type DecodedJsonPatch =
  | {
      readonly kind: 'decoded'
      readonly operations: readonly JsonPatchOperation[]
      /** What strict field validation complains about; `Warn` sends them as warnings. */
      readonly strictErrors: readonly string[]
    }
  /** 400: the body is no list of operations. */
  | { readonly kind: 'undecodable'; readonly message: string }
  /** 413: more operations than one request may carry. */
  | { readonly kind: 'too-large'; readonly message: string }

const operationLimit = 10_000
const textMembers = ['op', 'path', 'from']
const operationMembers = [...textMembers, 'value']

/** Checks the shape of a JSON Patch body before any of it is applied. */
export function decodeJsonPatch(body: Json): DecodedJsonPatch {
  if (body === null) return { kind: 'decoded', operations: [], strictErrors: [] }
  if (!isJsonArray(body)) return undecodable(body, 'Go value of type []handlers.jsonPatchOp')
  const operations: JsonPatchOperation[] = []
  const strictErrors: string[] = []
  for (const [index, operation] of body.entries()) {
    if (operation !== null && !isJsonObject(operation)) {
      return undecodable(operation, 'Go value of type handlers.jsonPatchOp')
    }
    operations.push(operation)
    for (const [key, value] of Object.entries(operation ?? {})) {
      if (textMembers.includes(key) && value !== null && typeof value !== 'string') {
        return undecodable(value, `Go struct field jsonPatchOp.${key} of type string`)
      }
      if (!operationMembers.includes(key)) strictErrors.push(`json patch unknown field "[${index}].${key}"`)
    }
  }
  if (operations.length > operationLimit) {
    const message = `The allowed maximum operations in a JSON patch is ${operationLimit}, got ${operations.length}`
    return { kind: 'too-large', message }
  }
  return { kind: 'decoded', operations, strictErrors }
}

function undecodable(value: Json, target: string): DecodedJsonPatch {
  const message = `error decoding patch: json: cannot unmarshal ${goKind(value)} into ${target}`
  return { kind: 'undecodable', message }
}

function goKind(value: Json): string {
  if (isJsonArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'bigint' ? 'number' : typeof value
}
