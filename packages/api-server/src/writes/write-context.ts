import type { User } from '../auth/user.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { GroupName } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import type { WriteOptions } from '../request/write-options.ts'
import type { VersionView } from '../resources/version-view.ts'

/** Who writes what, where and how. The same for a client's request and for the server's own controllers. */
export interface WriteContext {
  readonly cluster: Cluster
  readonly view: VersionView
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  /** Empty for the object itself. */
  readonly subresource: string
  readonly user: User
  readonly options: WriteOptions
  /** Who managedFields names for what this write changes. */
  readonly manager: string
  /** When the write is given up, as the cluster's clock tells it. Absent: never, for the server's own writes. */
  readonly deadline?: number
  /** How large the body was; absent: small. */
  readonly bodyBytes?: number
  /** Adds a Warning header to the answer. */
  readonly warn: (text: string) => void
}

export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** One write on its way past admission. */
export interface AdmissionRequest {
  readonly context: WriteContext
  readonly operation: Operation
  readonly name: string
  readonly object: KubeObject | undefined
  readonly old: KubeObject | undefined
  /** `CreateOptions` and the like, as webhooks see them. */
  readonly optionsKind: 'CreateOptions' | 'UpdateOptions' | 'PatchOptions' | 'DeleteOptions'
  readonly deleteOptions?: KubeObject[string]
}

/** What may change or refuse a write. Answers at once where nobody outside has to be asked. */
export interface Admission {
  /** The object as it shall be written; throws an `ApiError` to refuse. */
  mutate(request: AdmissionRequest): KubeObject | undefined | Promise<KubeObject | undefined>
  validate(request: AdmissionRequest): void | Promise<void>
}

export function resourceName({ view }: Pick<WriteContext, 'view'>): GroupName {
  return { group: view.resource.group, name: view.resource.plural }
}

export function kindName({ view }: Pick<WriteContext, 'view'>): GroupName {
  const { group, kind, storedAs } = view.resource
  return { group: storedAs?.group ?? group, name: kind }
}
