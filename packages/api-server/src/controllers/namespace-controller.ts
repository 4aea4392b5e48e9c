import { type Cluster, collectionOf } from '../cluster/cluster.ts'
import type { JsonObject, KubeObject } from '../json/json.ts'
import { getOwn, getPath, isJsonObject } from '../json/own.ts'
import { decodeHead } from '../resources/encoding.ts'
import { deleting, finalizersOf, formatTime, textsOf, withMember } from '../resources/metadata.ts'
import type { Resource } from '../resources/resource.ts'
import type { VersionView } from '../resources/version-view.ts'
import { inBatches } from '../writes/pause.ts'
import type { Controller, ControllerContext } from './controller.ts'
import { type Remaining, terminatingConditions } from './namespace-conditions.ts'
import { WorkQueue } from './work-queue.ts'

const namespaces = '/namespaces'
const ownFinalizer = 'kubernetes'

/** Empties namespaces that are being deleted, tells in their status what is left, and lets them go when nothing is. */
export function startNamespaceController(context: ControllerContext): Controller {
  const { cluster, report } = context
  const ending = new Set<string>()
  const queue = new WorkQueue({ work: (name) => reconcile(context, name), report })
  const look = (name: string, bytes: Buffer): void => {
    if (!bytes.includes('deletionTimestamp') || !deleting(decodeHead(bytes))) return
    ending.add(name)
    queue.add(name)
  }
  for (const { key, bytes } of cluster.store.list({ cluster: cluster.name, resource: namespaces }))
    look(key.name, bytes)
  const unsubscribe = cluster.store.subscribeCluster(cluster.name, (events) => {
    for (const { key, after } of events) {
      if (key.resource === namespaces) {
        if (after === undefined) ending.delete(key.name)
        else look(key.name, after.bytes)
      } else if (after === undefined && ending.has(key.namespace)) queue.add(key.namespace)
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

async function reconcile(context: ControllerContext, name: string): Promise<void> {
  const { cluster, writes } = context
  const view = cluster.registry.find('', 'v1', 'namespaces')
  const stored = cluster.store.get({ cluster: cluster.name, resource: namespaces, namespace: '', name })
  if (view === undefined || stored === undefined) return
  const namespace = view.object(stored)
  if (!deleting(namespace) || !ownFinalizersOf(namespace).includes(ownFinalizer)) return
  await deleteContents(context, name)
  const remaining = remainingIn(cluster, name)
  const now = formatTime(cluster.edge.now())
  await writes.change(view, {
    namespace: '',
    name,
    subresource: 'status',
    change: (live) => withConditions(live, terminatingConditions(live, remaining, now)),
  })
  if (remaining.length > 0) return
  await writes.change(view, {
    namespace: '',
    name,
    subresource: 'finalize',
    change: (live) => {
      const finalizers = ownFinalizersOf(live).filter((each) => each !== ownFinalizer)
      return withMember(live, 'spec', finalizers.length === 0 ? {} : { finalizers })
    },
  })
}

/** Pods first: what they use shall still be there while they end. */
async function deleteContents(context: ControllerContext, namespace: string): Promise<void> {
  const views = namespacedViews(context.cluster)
  const pods = views.filter(({ resource }) => isPods(resource))
  await deleteAll(context, pods, namespace)
  if (
    pods.some(
      ({ resource }) =>
        context.cluster.store.list(collectionOf(context.cluster, resource), namespace).length > 0,
    )
  )
    return
  await deleteAll(
    context,
    views.filter(({ resource }) => !isPods(resource)),
    namespace,
  )
}

async function deleteAll(
  { cluster, writes }: ControllerContext,
  views: readonly VersionView[],
  namespace: string,
): Promise<void> {
  const all = views.flatMap((view) =>
    cluster.store
      .list(collectionOf(cluster, view.resource), namespace)
      .filter(({ bytes }) => !bytes.includes('deletionTimestamp') || !deleting(decodeHead(bytes)))
      .map((stored) => ({ view, stored })),
  )
  await inBatches(
    all,
    ({ stored }) => stored.bytes.length,
    ({ view, stored }) => writes.delete(view, stored.key, { propagationPolicy: 'Background' }),
  )
}

function remainingIn(cluster: Cluster, namespace: string): readonly Remaining[] {
  return namespacedViews(cluster).flatMap(({ resource }) => {
    const left = cluster.store.list(collectionOf(cluster, resource), namespace)
    if (left.length === 0) return []
    const finalizers = left.flatMap(({ bytes }) =>
      bytes.includes('"finalizers"') ? finalizersOf(decodeHead(bytes)) : [],
    )
    return [{ group: resource.group, plural: resource.plural, count: left.length, finalizers }]
  })
}

/** One view of each resource that keeps objects in namespaces. */
function namespacedViews({ registry }: Cluster): readonly VersionView[] {
  return registry
    .resources()
    .filter(
      ({ scope, stored, storedAs }) => scope === 'Namespaced' && stored !== false && storedAs === undefined,
    )
    .flatMap(({ group, plural }) => registry.preferred(group, plural) ?? [])
}

function isPods({ group, plural }: Resource): boolean {
  return group === '' && plural === 'pods'
}

function ownFinalizersOf(namespace: KubeObject): readonly string[] {
  return textsOf(getPath(namespace, ['spec', 'finalizers']))
}

function withConditions(namespace: KubeObject, conditions: readonly JsonObject[]): KubeObject {
  const status = getOwn(namespace, 'status')
  return withMember(namespace, 'status', { ...(isJsonObject(status) ? status : {}), conditions })
}
