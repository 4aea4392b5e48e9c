import { pathSegment } from '../builtin/validation/name-rules.ts'
import { keyOf } from '../cluster/cluster.ts'
import { badRequest, objectNotFound } from '../errors/api-error.ts'
import { quoteGo } from '../json/quote.ts'
import type { ApiResponse } from '../request/api-request.ts'
import { parseWatchRevision } from '../request/list-options.ts'
import type { StoredObject } from '../store/stored-object.ts'
import { storedResponse } from './respond.ts'
import { assertReached } from './revision.ts'
import type { Scope } from './scope.ts'

/** `GET …/{plural}/{name}` */
export async function getObject(scope: Scope): Promise<ApiResponse> {
  const revision = parseWatchRevision(scope.query.get('resourceVersion') ?? '')
  if (revision !== undefined) await assertReached(scope.cluster, revision)
  return storedResponse(scope, 200, findStored(scope))
}

/** The durable state of the object that the request names. Throws a 404 when there is none. */
export function findStored({ cluster, view, target }: Scope): StoredObject {
  const { resource } = view
  const namespace = resource.scope === 'Namespaced' ? target.namespace : ''
  const stored = cluster.store.get(keyOf(cluster, resource, { namespace, name: target.name }))
  if (stored !== undefined) return stored
  const problems = pathSegment(target.name)
  if (problems.length > 0)
    throw badRequest(`Name parameter invalid: ${quoteGo(target.name)}: ${problems.join(';')}`)
  throw objectNotFound({ group: resource.group, name: resource.plural }, target.name)
}
