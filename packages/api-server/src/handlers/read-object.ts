import type { KubeObject } from '../json/json.ts'
import { type BodyOptions, decodeBody, refuseBrokenText, unrecognized } from '../request/body.ts'
import type { WriteOptions } from '../request/write-options.ts'
import type { VersionView } from '../resources/version-view.ts'
import { assertKind } from '../writes/assert-kind.ts'
import { cannotRead, decodeFields, reportStrictProblems } from '../writes/decode-object.ts'
import { KindMissing, UnreadableObject, UnrecognizedObject } from '../writes/unreadable-object.ts'
import type { Scope } from './scope.ts'

/** The object in the body of a create or update: of the right kind, without unknown fields, with defaults. */
export function readObject({ request, view, warn }: Scope, { fieldValidation }: WriteOptions): KubeObject {
  const { resource } = view
  try {
    const body = decodeBody(request, bodyOptions(view))
    const { object, unknown } = decodeFields(view, assertKind(view, body.value))
    if (body.strict) {
      reportStrictProblems([...unknown, ...body.duplicates], fieldValidation, {
        refuse: (why) => cannotRead(view, why),
        warn,
      })
    }
    return object
  } catch (error) {
    if (!(error instanceof UnreadableObject)) return refuseBrokenText(error, resource.kind, request.body)
    const lenient = error instanceof KindMissing && fieldValidation === 'Ignore'
    if (error instanceof UnrecognizedObject && !lenient)
      throw unrecognized(resource.kind, error.message, request.body)
    throw cannotRead(view, error.message, error.claim)
  }
}

function bodyOptions({ resource, apiVersion }: VersionView): BodyOptions {
  if (resource.origin === 'custom') return {}
  return { repeated: 'merge', protobuf: { apiVersion, kind: resource.kind } }
}
