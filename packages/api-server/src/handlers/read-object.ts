import type { KubeObject } from '../json/json.ts'
import { type BodyOptions, decodeBody, refuseBrokenText } from '../request/body.ts'
import type { WriteOptions } from '../request/write-options.ts'
import type { VersionView } from '../resources/version-view.ts'
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
    const body = decodeBody(request, bodyOptions(view))
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

function bodyOptions({ resource, apiVersion }: VersionView): BodyOptions {
  if (resource.origin === 'custom') return {}
  return { repeated: 'merge', protobuf: { apiVersion, kind: resource.kind } }
}
