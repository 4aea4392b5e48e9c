import { serverUser } from '../auth/user.ts'
import type { KubeObject } from '../json/json.ts'
import { parseApiVersion } from '../resources/group-version.ts'
import { nameOf, namespaceOf } from '../resources/metadata.ts'
import { createObject } from '../writes/create.ts'
import { withDefaults } from '../writes/decode-object.ts'
import type { Admission, WriteContext } from '../writes/write-context.ts'
import { type Cluster, keyOf } from './cluster.ts'

const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'] as const

/** Creates what every cluster has from its first moment. What is there already stays as it is. */
export async function ensureSystemObjects(cluster: Cluster, admission: Admission): Promise<void> {
  await Promise.all(namespaces.map((name) => ensure(cluster, admission, namespaceObject(name))))
}

function namespaceObject(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

async function ensure(cluster: Cluster, admission: Admission, object: KubeObject): Promise<void> {
  const { group, version } = parseApiVersion(object.apiVersion)
  const view = cluster.registry.findKind(group, version, object.kind)
  if (view === undefined) return
  const namespace = namespaceOf(object)
  if (cluster.store.head(keyOf(cluster, view.resource, { namespace, name: nameOf(object) })) !== undefined)
    return
  const context: WriteContext = {
    cluster,
    view,
    namespace,
    subresource: '',
    user: serverUser,
    options: { dryRun: false, fieldManager: '', fieldValidation: 'Ignore', force: false },
    manager: 'kube-apiserver',
    warn: () => undefined,
  }
  await createObject(context, admission, { object: withDefaults(view, object) })
}
