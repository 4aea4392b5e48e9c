import { ApiError, badRequest } from '../errors/api-error.ts'
import { statusObject } from '../errors/status.ts'
import type { Json } from '../json/json.ts'
import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { ProtobufError } from '../protobuf/protobuf-error.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { decodeBody } from '../request/body.ts'
import { type DeleteOptions, parseDeleteOptions } from '../request/delete-options.ts'
import { parseListOptions } from '../request/list-options.ts'
import type { WriteOptions } from '../request/write-options.ts'
import { uidOf } from '../resources/metadata.ts'
import { storedBytes } from '../store/object-slices.ts'
import { deleteObject } from '../writes/delete.ts'
import { inBatches } from '../writes/pause.ts'
import type { Written } from '../writes/written.ts'
import { readPage } from './list.ts'
import { renderList } from './render-list.ts'
import { jsonResponse, objectResponse } from './respond.ts'
import { type Scope, writeContext } from './scope.ts'

/** `DELETE …/{plural}/{name}` */
export async function deleteHandler(scope: Scope): Promise<ApiResponse> {
  const options = readDeleteOptions(scope)
  const { name } = scope.target
  const { unsaidPropagation } = scope.view.resource.behaviour
  const said = options.propagationPolicy !== undefined || options.orphanDependents !== undefined
  if (unsaidPropagation !== undefined && !said) scope.warn(unsaidPropagation)
  const written = await deleteObject(deleteContext(scope, options), scope.admission, { name, options })
  return deletedResponse(scope, written, options)
}

/** `DELETE …/{plural}` */
export async function deleteCollectionHandler(scope: Scope): Promise<ApiResponse> {
  const options = readDeleteOptions(scope)
  const page = await readPage(scope, parseListOptions(scope.query))
  const { namespace } = deleteContext(scope, options)
  await inBatches(page.objects, storedBytes, async ({ key }) => {
    const context = {
      ...deleteContext(scope, options),
      namespace: namespace === '' ? key.namespace : namespace,
    }
    try {
      await deleteObject(context, scope.admission, { name: key.name, options, amongOthers: true })
    } catch (error) {
      // Somebody else deleted it first: that is what was wanted.
      if (!(error instanceof ApiError) || error.code !== 404) throw error
    }
  })
  return renderList(scope, page)
}

function deleteContext(scope: Scope, { dryRun }: DeleteOptions): ReturnType<typeof writeContext> {
  const options: WriteOptions = { dryRun, fieldManager: '', fieldValidation: 'Ignore', force: false }
  return writeContext(scope, options)
}

function readDeleteOptions({ request, query }: Scope): DeleteOptions {
  return parseDeleteOptions(request.body.length === 0 ? undefined : readBody(request), query)
}

function readBody(request: Scope['request']): Json {
  try {
    return decodeBody(request, { repeated: 'merge', protobuf: { apiVersion: 'v1', kind: 'DeleteOptions' } })
      .value
  } catch (error) {
    if (error instanceof ProtobufError) throw badRequest(error.message)
    if (!(error instanceof JsonSyntaxError)) throw error
    throw badRequest(`couldn't get version/kind; json parse error: ${error.message}`)
  }
}

function deletedResponse(scope: Scope, written: Written, options: DeleteOptions): ApiResponse {
  const { resource } = scope.view
  // The old option promised the client that somebody else would finish the work.
  const status = written.outcome !== 'removed' && options.orphanDependents === false ? 202 : 200
  if (written.outcome !== 'removed' || resource.behaviour.returnsDeletedObject) {
    return objectResponse(scope, status, written.object)
  }
  const details = {
    name: scope.target.name,
    ...(resource.group !== '' && { group: resource.group }),
    kind: resource.plural,
    uid: uidOf(written.object),
  }
  return jsonResponse(status, statusObject({ status: 'Success', code: status, details }))
}
