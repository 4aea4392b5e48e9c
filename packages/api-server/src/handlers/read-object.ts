import type { KubeObject } from '../json/json.ts'
import { decodeBody, refuseBrokenText } from '../request/body.ts'
import type { WriteOptions } from '../request/write-options.ts'
import {
  assertKind,
  cannotRead,
  decodeFields,
  reportStrictProblems,
  UnreadableObject,
} from '../writes/decode-object.ts'
import type { Scope } from './scope.ts'

/** The object in the body of a create or update: of the right kind, without unknown fields, with defaults. */
export function readObject({ request, view, warn }: Scope, { fieldValidation }: WriteOptions): KubeObject {
  const { resource } = view
  try {
    const body = decodeBody(request, resource.origin === 'builtin' ? { repeated: 'merge' } : {})
    const { object, unknown } = decodeFields(view, assertKind(view, body.value))
    if (body.strict) {
      reportStrictProblems([...body.duplicates, ...unknown], fieldValidation, {
        refuse: (why) => cannotRead(view, why),
        warn,
      })
    }
    return object
  } catch (error) {
    if (error instanceof UnreadableObject) throw cannotRead(view, error.message)
    return refuseBrokenText(error, resource.kind, request.body)
  }
}
