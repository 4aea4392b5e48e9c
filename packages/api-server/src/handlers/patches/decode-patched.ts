import { restoreProblem } from '../../builtin/types/restore-problem.ts'
import { ApiError, invalid } from '../../errors/api-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { Json, JsonObject, KubeObject } from '../../json/json.ts'
import { isJsonObject } from '../../json/own.ts'
import { countValues } from '../../json/parse-json.ts'
import { maxValues, tooManyValues } from '../../json/parsed.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import type { WriteOptions } from '../../request/write-options.ts'
import { parseApiVersion } from '../../resources/group-version.ts'
import { nameOf, textOf } from '../../resources/metadata.ts'
import type { VersionView } from '../../resources/version-view.ts'
import { assertKind } from '../../writes/assert-kind.ts'
import { decodeFields, reportStrictProblems } from '../../writes/decode-object.ts'
import { UnreadableObject } from '../../writes/unreadable-object.ts'
import type { Scope } from '../scope.ts'

export interface Patched {
  readonly options: WriteOptions
  readonly duplicates: readonly string[]
  /** How messages show the patch; absent: as the JSON that came out of it. */
  readonly shown?: string
}

/** What a patch made of an object, read as if a client had sent it. Throws a 422 for what is no such object. */
export function decodePatched(
  { view, warn }: Scope,
  patched: Json,
  { options, duplicates, shown }: Patched,
): KubeObject {
  const refuse = (why: string): ApiError =>
    invalid({ group: '', name: '' }, '', [invalidValue('patch', shown ?? stringifyJson(patched), why)])
  // Patches add up: each may be small enough, and what they make of an object is not.
  if (countValues(patched) > maxValues)
    throw new ApiError({ code: 422, reason: 'Invalid', message: tooManyValues })
  assertCustomVersion(view, patched)
  const { object, unknown } = asRefusal(refuse, () =>
    decodeFields(view, shown === undefined ? assertKind(view, patched) : restored(view, patched)),
  )
  reportStrictProblems([...duplicates, ...unknown], options.fieldValidation, { refuse, warn })
  return object
}

/** A strategic patch is laid over a value whose kind is its type: whatever it says about that has no effect. */
function ofItsKind({ resource, apiVersion }: VersionView, patched: JsonObject): KubeObject {
  return { ...patched, apiVersion, kind: resource.kind } as KubeObject
}

function restored(view: VersionView, patched: Json): KubeObject {
  if (!isJsonObject(patched)) return assertKind(view, patched)
  const object = ofItsKind(view, patched)
  const problem = restoreProblem(object)
  if (problem !== undefined) throw new UnreadableObject(problem)
  return assertKind(view, object)
}

function assertCustomVersion({ resource, apiVersion }: VersionView, patched: Json): void {
  if (resource.origin !== 'custom' || !isJsonObject(patched)) return
  const own = textOf(patched, 'apiVersion')
  if (own === apiVersion || own === '') return
  const kind = { group: parseApiVersion(own).group, name: textOf(patched, 'kind') }
  throw invalid(kind, nameOf(patched), [invalidValue('apiVersion', own, `must be ${apiVersion}`)])
}

/** What would be a bad request in a body is an invalid patch here. */
function asRefusal<Result>(refuse: (why: string) => ApiError, decode: () => Result): Result {
  try {
    return decode()
  } catch (error) {
    if (error instanceof UnreadableObject) throw refuse(error.message)
    if (error instanceof ApiError && error.code === 400) throw refuse(error.message)
    throw error
  }
}
