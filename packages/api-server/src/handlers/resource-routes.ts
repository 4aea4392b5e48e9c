import { methodNotAllowed } from '../errors/api-error.ts'
import type { ApiResponse, RequestHead } from '../request/api-request.ts'
import type { ResourceTarget } from '../request/request-target.ts'
import { parseWriteOptions } from '../request/write-options.ts'
import type { ResourceVerb } from '../resources/resource.ts'
import type { VersionView } from '../resources/version-view.ts'
import { createObject } from '../writes/create.ts'
import { pauseFor } from '../writes/pause.ts'
import { deleteCollectionHandler, deleteHandler } from './delete.ts'
import { getObject } from './get.ts'
import { listObjects } from './list.ts'
import { patchHandler } from './patch.ts'
import { readObject } from './read-object.ts'
import { writtenResponse } from './respond.ts'
import { type Handler, type Scope, writeContext } from './scope.ts'
import { updateHandler } from './update.ts'
import { watchHandler } from './watch.ts'

/** Finds what a method and a target ask for. Throws 404 or 405 for what is not offered. */
export function verbOf(request: RequestHead, target: ResourceTarget, watching: boolean): ResourceVerb {
  const named = target.name !== ''
  switch (request.method) {
    case 'GET':
      if (watching || target.watchPrefix) return 'watch'
      return named ? 'get' : 'list'
    case 'POST':
      if (!named || target.subresource !== '') return 'create'
      break
    case 'PUT':
      if (named) return 'update'
      break
    case 'PATCH':
      if (named) return 'patch'
      break
    case 'DELETE':
      return named ? 'delete' : 'deletecollection'
  }
  throw methodNotAllowed()
}

/** Namespaced kinds have names only inside namespaces, the others only outside. All namespaces can be read at once, not written. */
export function fitsScope({ resource }: VersionView, target: ResourceTarget, verb: ResourceVerb): boolean {
  if (resource.scope === 'Namespaced') return target.namespace !== '' || verb === 'list' || verb === 'watch'
  // The Namespace object itself is addressed as if it lay in itself.
  const itself = resource.group === '' && resource.plural === 'namespaces'
  return target.namespace === '' || itself
}

export const resourceHandlers: Readonly<Record<ResourceVerb, Handler>> = {
  get: getObject,
  list: listObjects,
  watch: watchHandler,
  create: createHandler,
  update: updateHandler,
  patch: patchHandler,
  delete: deleteHandler,
  deletecollection: deleteCollectionHandler,
}

/** `POST …/{plural}` */
async function createHandler(scope: Scope): Promise<ApiResponse> {
  const options = parseWriteOptions(scope.query, 'CreateOptions')
  const object = readObject(scope, options)
  await pauseFor(scope.request.body.length)
  return writtenResponse(scope, await createObject(writeContext(scope, options), scope.admission, { object }))
}
