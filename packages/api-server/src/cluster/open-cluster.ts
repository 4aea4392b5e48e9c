import { assertNamespaceAllows } from '../admission/namespace-lifecycle.ts'
import { startDefinitionController } from '../controllers/definition-controller.ts'
import { Discovery } from '../discovery/discovery.ts'
import { ResourceRegistry } from '../resources/registry.ts'
import type { Resource } from '../resources/resource.ts'
import type { Store } from '../store/store.ts'
import { WatchHub } from '../watch/watch-hub.ts'
import { createServerWrites } from '../writes/server-writes.ts'
import type { Admission } from '../writes/write-context.ts'
import type { Cluster, Edge } from './cluster.ts'
import { DocumentCache } from './document-cache.ts'
import type { ServedCluster } from './served-cluster.ts'
import { ensureSystemObjects } from './system-objects.ts'

export interface ClusterOptions {
  readonly name: string
  readonly store: Store
  readonly builtin: readonly Resource[]
  readonly edge: Edge
  readonly authorize: ServedCluster['authorize']
  /** Told of what the server's own controllers could not do. */
  readonly report: (error: unknown, where: string) => void
}

/** Puts one cluster together. Resolves when everything exists that a client may count on. */
export async function openCluster(options: ClusterOptions): Promise<ServedCluster> {
  const { name, store, builtin, edge, authorize } = options
  const registry = new ResourceRegistry(builtin)
  const watches = new WatchHub(store)
  const cluster: Cluster = { name, registry, store, watches, edge }
  const documents = new DocumentCache()
  registry.onChange(() => {
    documents.clear()
    watches.endUnless(
      ({ view }) => registry.find(view.resource.group, view.version.name, view.resource.plural) === view,
    )
  })
  const admission: Admission = {
    mutate: (request) => {
      assertNamespaceAllows(request)
      return request.object
    },
    validate: () => undefined,
  }
  const report = (error: unknown, key: string): void => options.report(error, `${name} ${key}`)
  const writes = createServerWrites(cluster, admission, 'kube-apiserver')
  const controllers = [startDefinitionController({ cluster, writes, report }, () => undefined)]
  await ensureSystemObjects(cluster, admission)
  return {
    cluster,
    prefix: name === '' ? '' : `/clusters/${name}`,
    discovery: new Discovery(registry),
    documents,
    admission,
    authorize,
    close: async () => {
      watches.close()
      await Promise.all(controllers.map((controller) => controller.close()))
    },
  }
}
