import {
  at,
  type ClusterName,
  groupOf,
  type KindRef,
  type KubeObject,
  kindKey,
  list,
  type Reach,
  text,
} from '@sitrep/status'
import type { WorldChange } from './change.ts'

/** Says in a file which workload cluster an object lives in: `<namespace>/<name>` of its Cluster. */
export const clusterAnnotation = 'sitrep.dev/cluster'

/** The group of facts: what was seen outside the API, as objects that are never sent to one. */
export const factGroup = 'sitrep.dev'

/**
 * What a bundle says of itself: that everything of the management cluster was read, but for what is listed in `status.unread` with the
 * reason. An entry may be about a workload cluster; without a kind it is about all of that cluster.
 */
export const bundleKind: KindRef = { group: factGroup, kind: 'Bundle' }

/** What counts as read: every kind (default), or only those of which there is an object, unless a bundle lists what was read. */
export type Looked = 'every' | 'found'

/**
 * A world made of nothing but these objects. Every kind of the management cluster counts as read; of a workload cluster only
 * while its probe says that it is connected. `reach` says which objects stand for clusters of their own.
 */
export function fileChanges(
  objects: readonly KubeObject[],
  reach: readonly Reach[] = [],
  looked: Looked = 'every',
): readonly WorldChange[] {
  const changes: WorldChange[] = [
    ...(looked === 'every' ? [{ kind: 'every', read: true } as const] : readIn(objects)),
  ]
  const connected = new Set(
    objects
      .filter((object) => reach.some((each) => isOf(each.probe, object) && each.connected(object)))
      .map(nameOf),
  )
  for (const cluster of workloadClusters(objects, reach)) {
    changes.push({
      cluster,
      kind: 'every',
      read: connected.has(cluster),
      why: 'the workload cluster is not connected',
    })
  }
  // The last word on a kind counts: what a bundle could not read is said after what it could.
  for (const change of unreadIn(objects)) changes.push(change)
  for (const object of objects) changes.push({ cluster: clusterOf(object), object })
  return changes
}

function readIn(objects: readonly KubeObject[]): readonly WorldChange[] {
  const bundled = objects.some((object) => isOf(bundleKind, object))
  const everything: readonly WorldChange[] = bundled ? [{ kind: 'every', read: true }] : []
  const found = new Map<string, KindRef>()
  for (const object of objects) {
    const kind = { group: groupOf(object.apiVersion), kind: object.kind }
    if (clusterOf(object) === '') found.set(kindKey(kind), kind)
  }
  return [...[...found.values()].map((kind) => ({ kind, read: true })), ...everything]
}

const unreadIn = (objects: readonly KubeObject[]): readonly WorldChange[] =>
  objects
    .filter((object) => isOf(bundleKind, object))
    .flatMap(({ status }) => list(at(status, 'unread')))
    .flatMap((each): readonly WorldChange[] => {
      const [cluster, group, kind, why] = ['cluster', 'group', 'kind', 'why'].map((field) =>
        text(at(each, field)),
      )
      // Nobody may say of the whole management cluster that it was not read: then there would be no bundle.
      if (kind === undefined && (cluster ?? '') === '') return []
      return [
        {
          ...(cluster !== undefined && { cluster }),
          kind: kind === undefined ? 'every' : { group: group ?? '', kind },
          read: false,
          why: why ?? 'not read',
        },
      ]
    })

/** Which cluster an object from a file lives in. */
export const clusterOf = (object: KubeObject): ClusterName =>
  text(object.metadata.annotations?.[clusterAnnotation]) ?? ''

function workloadClusters(objects: readonly KubeObject[], reach: readonly Reach[]): Set<ClusterName> {
  const named = objects.map(clusterOf).filter((cluster) => cluster !== '')
  const own = objects.flatMap((object) =>
    reach.flatMap((each) => {
      if (isOf(each.clusters, object)) return [each.clusterOf(object)]
      return isOf(each.probe, object) ? [nameOf(object)] : []
    }),
  )
  return new Set([...named, ...own])
}

const isOf = ({ group, kind }: KindRef, object: KubeObject): boolean =>
  object.kind === kind && groupOf(object.apiVersion) === group

const nameOf = ({ metadata }: KubeObject): ClusterName => `${metadata.namespace ?? ''}/${metadata.name}`
