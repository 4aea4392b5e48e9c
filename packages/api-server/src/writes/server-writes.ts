import { serverUser } from '../auth/user.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { ApiError } from '../errors/api-error.ts'
import type { KubeObject } from '../json/json.ts'
import type { DeleteOptions } from '../request/delete-options.ts'
import type { VersionView } from '../resources/version-view.ts'
import type { ObjectKey } from '../store/object-key.ts'
import { createObject } from './create.ts'
import { withDefaults } from './decode-object.ts'
import { deleteObject } from './delete.ts'
import { updateObject } from './update.ts'
import type { Admission, WriteContext } from './write-context.ts'
import type { Written } from './written.ts'

/** Writes by the server itself, past nothing: they go the same way as a client's. */
export interface ServerWrites {
  /** `undefined` when it exists already. */
  create(view: VersionView, object: KubeObject, namespace?: string): Promise<Written | undefined>
  /** Changes what is there now; `undefined` when nothing is. The change gives back the same object to leave it alone. */
  change(view: VersionView, at: ChangedObject): Promise<Written | undefined>
  /** `undefined` when it is gone already, or is not the object that was meant. */
  delete(view: VersionView, key: ObjectKey, options?: Partial<DeleteOptions>): Promise<Written | undefined>
}

export interface ChangedObject {
  readonly namespace: string
  readonly name: string
  readonly subresource?: string
  readonly change: (live: KubeObject) => KubeObject
}

export function createServerWrites(cluster: Cluster, admission: Admission, manager: string): ServerWrites {
  const context = (view: VersionView, namespace: string, subresource = ''): WriteContext => ({
    cluster,
    view,
    namespace,
    subresource,
    user: serverUser,
    options: { dryRun: false, fieldManager: '', fieldValidation: 'Ignore', force: false },
    manager,
    warn: () => undefined,
  })
  return {
    create: (view, object, namespace = '') =>
      unless('AlreadyExists', () =>
        createObject(context(view, namespace), admission, { object: withDefaults(view, object) }),
      ),
    change: (view, { namespace, name, subresource, change }) =>
      unless('NotFound', () =>
        updateObject(context(view, namespace, subresource), admission, {
          name,
          creates: 'never',
          // The live object is always there: none of these writes creates.
          propose: (live) => change(live as KubeObject),
          optionsKind: 'UpdateOptions',
        }),
      ),
    delete: (view, { namespace, name }, options = {}) =>
      unless('NotFound', () =>
        deleteObject(context(view, namespace), admission, { name, options: { dryRun: false, ...options } }),
      ),
  }
}

async function unless(reason: string, write: () => Promise<Written>): Promise<Written | undefined> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof ApiError && error.body.reason === reason) return undefined
    throw error
  }
}
