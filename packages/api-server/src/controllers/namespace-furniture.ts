import type { KubeObject } from '../json/json.ts'
import { decodeObject } from '../resources/encoding.ts'
import { deleting } from '../resources/metadata.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { WorkQueue } from './work-queue.ts'

const namespaces = '/namespaces'

/** Gives every namespace the ServiceAccount `default` and, where there is one, the authority's certificate. */
export function startNamespaceFurniture(
  context: ControllerContext,
  authority: string | undefined,
): Controller {
  const { cluster, report } = context
  const queue = new WorkQueue({ work: (name) => furnish(context, name, authority), report, width: 32 })
  for (const { key } of cluster.store.list({ cluster: cluster.name, resource: namespaces }))
    queue.add(key.name)
  const unsubscribe = cluster.store.subscribeCluster(cluster.name, (events) => {
    for (const { key, before, after } of events) {
      if (key.resource === namespaces && before === undefined) queue.add(key.name)
      const missing =
        after === undefined &&
        ((key.resource === '/serviceaccounts' && key.name === 'default') ||
          (key.resource === '/configmaps' && key.name === 'kube-root-ca.crt'))
      if (missing) queue.add(key.namespace)
    }
  })
  return {
    idle: () => queue.idle(),
    close: () => {
      unsubscribe()
      return queue.close()
    },
  }
}

async function furnish(
  { cluster, writes }: ControllerContext,
  name: string,
  authority: string | undefined,
): Promise<void> {
  const stored = cluster.store.get({ cluster: cluster.name, resource: namespaces, namespace: '', name })
  if (stored === undefined || deleting(decodeObject(stored.bytes))) return
  const ensure = async (plural: string, object: KubeObject): Promise<void> => {
    const view = cluster.registry.find('', 'v1', plural)
    const key = { cluster: cluster.name, resource: `/${plural}`, namespace: name, name: object.metadata.name }
    if (view !== undefined && cluster.store.head(key) === undefined) await writes.create(view, object, name)
  }
  await Promise.all([
    ensure('serviceaccounts', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } }),
    authority === undefined ? undefined : ensure('configmaps', rootAuthority(authority)),
  ])
}

function rootAuthority(authority: string): KubeObject {
  const description =
    'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'kube-root-ca.crt', annotations: { 'kubernetes.io/description': description } },
    data: { 'ca.crt': authority },
  }
}
