import { writerName } from '../apply/writer-name.ts'
import type { ClusterAccess } from '../auth/cluster-access.ts'
import type { User } from '../auth/user.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { Representation } from '../request/negotiation.ts'
import type { ResourceTarget } from '../request/request-target.ts'
import type { WriteOptions } from '../request/write-options.ts'
import type { VersionView } from '../resources/version-view.ts'
import type { Admission, WriteContext } from '../writes/write-context.ts'

/** One request about a resource that is served, by somebody who may make it. */
export interface Scope {
  readonly cluster: Cluster
  readonly admission: Admission
  readonly access: ClusterAccess
  readonly request: ApiRequest
  readonly query: URLSearchParams
  readonly target: ResourceTarget
  readonly view: VersionView
  readonly user: User
  readonly representation: Representation
  readonly warn: (text: string) => void
}

/** A write that waits for others longer than this is given up. */
const writeTimeoutMs = 34_000

export type Handler = (scope: Scope) => ApiResponse | Promise<ApiResponse>

export function writeContext(scope: Scope, options: WriteOptions): WriteContext {
  const { cluster, view, target, user, warn, request } = scope
  return {
    cluster,
    view,
    namespace: view.resource.scope === 'Namespaced' ? target.namespace : '',
    subresource: target.subresource,
    user,
    options,
    manager: writerName({
      fieldManager: options.fieldManager,
      userAgent: request.headers['user-agent'] ?? '',
    }),
    deadline: cluster.edge.elapsed() + writeTimeoutMs,
    bodyBytes: request.body.length,
    warn,
  }
}
