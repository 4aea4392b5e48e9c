import { methodNotAllowed, resourceNotFound } from '../../errors/api-error.ts'
import type { ResourceVerb } from '../../resources/resource.ts'
import { getObject } from '../get.ts'
import { patchHandler } from '../patch.ts'
import type { Handler, Scope } from '../scope.ts'
import { updateHandler } from '../update.ts'

const statusHandlers: Partial<Record<ResourceVerb, Handler>> = {
  get: getObject,
  update: updateHandler,
  patch: patchHandler,
}

/** Finds what a method on a subresource asks for. Throws 404 or 405 for what is not offered. */
export function subresourceHandler({ target, view }: Scope, verb: ResourceVerb): Handler {
  if (target.subresource === 'status' && view.version.status) {
    return statusHandlers[verb] ?? refused()
  }
  throw resourceNotFound()
}

function refused(): never {
  throw methodNotAllowed()
}
