import { defaultRoles } from '../auth/default-roles.ts'
import type { KubeObject } from '../json/json.ts'
import { parseApiVersion } from '../resources/group-version.ts'
import { nameOf, namespaceOf } from '../resources/metadata.ts'
import { createServerWrites } from '../writes/server-writes.ts'
import type { Admission } from '../writes/write-context.ts'
import { type Cluster, keyOf } from './cluster.ts'

const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'] as const

/** Creates what every cluster has from its first moment. What is there already stays as it is. */
export async function ensureSystemObjects(cluster: Cluster, admission: Admission): Promise<void> {
  const writes = createServerWrites(cluster, admission, 'kube-apiserver')
  const ensure = async (object: KubeObject): Promise<void> => {
    const { group, version } = parseApiVersion(object.apiVersion)
    const view = cluster.registry.findKind(group, version, object.kind)
    if (view === undefined) return
    const namespace = namespaceOf(object)
    const key = keyOf(cluster, view.resource, { namespace, name: nameOf(object) })
    if (cluster.store.head(key) === undefined) await writes.create(view, object, namespace)
  }
  // Started in one turn, so that all of them become durable together.
  await Promise.all([
    ...namespaces.map((name) => ensure(namespaceObject(name))),
    ...defaultRoles().map(ensure),
  ])
  await ensure(kubernetesService)
}

function namespaceObject(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

/** Where pods find this server. */
const kubernetesService: KubeObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: 'kubernetes',
    namespace: 'default',
    labels: { component: 'apiserver', provider: 'kubernetes' },
  } as KubeObject['metadata'],
  spec: { clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 }] },
}
