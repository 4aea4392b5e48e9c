import { ApiError, invalid } from '../../errors/api-error.ts'
import { invalidValue } from '../../errors/field-errors.ts'
import type { Json, KubeObject } from '../../json/json.ts'
import { stringifyJson } from '../../json/stringify-json.ts'
import type { WriteOptions } from '../../request/write-options.ts'
import {
  assertKind,
  decodeFields,
  reportStrictProblems,
  UnreadableObject,
} from '../../writes/decode-object.ts'
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
  const { object, unknown } = asRefusal(refuse, () => decodeFields(view, assertKind(view, patched)))
  reportStrictProblems([...duplicates, ...unknown], options.fieldValidation, { refuse, warn })
  return object
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
