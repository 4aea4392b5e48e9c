import { badRequest } from '../../errors/api-error.ts'
import type { JsonObject } from '../../json/json.ts'
import { isJsonObject } from '../../json/own.ts'
import { decodeBody, refuseBrokenText } from '../../request/body.ts'
import { textOf } from '../../resources/metadata.ts'
import type { Scope } from '../scope.ts'

/** The body of a subresource that has a kind of its own. Throws a 400 for anything else. */
export function readAction(
  { request }: Scope,
  expected: { readonly group: string; readonly version: string; readonly kind: string },
): JsonObject {
  const { group, version, kind } = expected
  const apiVersion = group === '' ? version : `${group}/${version}`
  try {
    if (request.body.length === 0) return {}
    const { value } = decodeBody(request, { repeated: 'merge', protobuf: { apiVersion, kind } })
    if (!isJsonObject(value))
      throw badRequest(`the object provided is unrecognized (must be of type ${kind})`)
    const [ownVersion, ownKind] = [textOf(value, 'apiVersion'), textOf(value, 'kind')]
    if (ownKind !== '' && ownKind !== kind) throw badRequest(`${ownKind} cannot be handled as a ${kind}`)
    if (ownVersion !== '' && ownVersion.split('/')[0] !== apiVersion.split('/')[0]) {
      throw badRequest(
        `the API version in the data (${ownVersion}) does not match the expected API version (${apiVersion})`,
      )
    }
    return value
  } catch (error) {
    return refuseBrokenText(error, kind, request.body)
  }
}
