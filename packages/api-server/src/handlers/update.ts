import { badRequest } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { parseWriteOptions } from '../request/write-options.ts'
import { nameOf, namespaceOf } from '../resources/metadata.ts'
import { updateObject } from '../writes/update.ts'
import { readObject } from './read-object.ts'
import { writtenResponse } from './respond.ts'
import { type Scope, writeContext } from './scope.ts'

/** `PUT …/{plural}/{name}` and `PUT …/{plural}/{name}/status` */
export async function updateHandler(scope: Scope): Promise<ApiResponse> {
  const options = parseWriteOptions(scope.query, 'UpdateOptions')
  const object = readObject(scope, options)
  assertSameName(scope, object)
  const context = writeContext(scope, options)
  const written = await updateObject(context, scope.admission, {
    name: scope.target.name,
    propose: () => object,
    optionsKind: 'UpdateOptions',
  })
  return writtenResponse(scope, written)
}

/** Throws a 400 when the body is about another object than the URL. */
export function assertSameName({ target, view }: Scope, object: KubeObject): void {
  if (nameOf(object) === '') {
    throw badRequest(
      `the name of the object (${target.name} based on URL) was undeterminable: name must be provided`,
    )
  }
  if (nameOf(object) !== target.name) {
    throw badRequest(
      `the name of the object (${nameOf(object)}) does not match the name on the URL (${target.name})`,
    )
  }
  if (view.resource.scope !== 'Namespaced') return
  const namespace = namespaceOf(object)
  if (namespace !== '' && namespace !== target.namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
}
