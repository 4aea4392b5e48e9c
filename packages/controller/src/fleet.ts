import type { WorldChange } from '@sitrep/engine'
import {
  type ClusterName,
  groupOf,
  type KindRef,
  type KubeObject,
  kindKey,
  managementCluster,
  type ObjectRef,
  refOf,
} from '@sitrep/status'
import { type Controller, type ControllerOptions, startController } from './controller.ts'
import type { FactSource } from './facts/fact-source.ts'
import type { RemoteTimes } from './remote/remote-cluster.ts'
import { RemoteClusters } from './remote/remote-clusters.ts'
import { realTiming } from './timing.ts'

export interface FleetOptions extends ControllerOptions {
  readonly remoteTimes?: Partial<RemoteTimes>
  /** Who looks at what no API shows of a workload cluster, besides the probe. A fact that somebody else feeds is left to them. */
  readonly facts?: readonly FactSource[]
}

const clusterKind: KindRef = { group: 'cluster.x-k8s.io', kind: 'Cluster' }

/** A controller of a management cluster together with the workload clusters that its Clusters lead to. */
export function startFleet(options: FleetOptions): Controller {
  const timing = options.timing ?? realTiming
  let remotes: RemoteClusters | undefined
  const told = new ToldByOthers(options.facts ?? [])
  const onTaken = (changes: readonly WorldChange[]): void => {
    for (const change of changes) if (remotes !== undefined) meet(remotes, controller, change)
    options.onTaken?.(changes)
  }
  const onTaking = (changes: readonly WorldChange[]): readonly WorldChange[] => [
    ...changes.flatMap((change) => {
      const cluster = clusterIn(change)
      return cluster === undefined ? [] : (remotes?.awaited(cluster) ?? [])
    }),
    ...(options.onTaking?.(changes) ?? []),
  ]
  const controller = startController({ ...options, timing, onTaking, onTaken })
  remotes = new RemoteClusters({
    connection: options.connection,
    timing,
    ...(options.namespace !== undefined && { namespace: options.namespace }),
    indexes: options.catalog.indexes,
    feed: controller.feed,
    ...(options.remoteTimes && { times: options.remoteTimes }),
    ...(options.facts && { facts: options.facts }),
    factWanted: (source, cluster) => {
      const object = controller.engine.object({ ...clusterKind, ...cluster })
      if (object === undefined || source.concerns?.(object) === false) return false
      return !told.has(source.kind, cluster) && isAsked(controller, source.kind)
    },
    ...(options.onWatchRestart && { onRestart: options.onWatchRestart }),
    ...(options.onUnreadable && { onUnreadable: options.onUnreadable }),
  })
  controller.onAsked((asked) => remotes?.follow(asked))
  return {
    engine: controller.engine,
    onAsked: controller.onAsked,
    settled: controller.settled,
    get queueDepth() {
      return controller.queueDepth
    },
    get synced() {
      return controller.synced
    },
    feed: (changes) => {
      told.note(changes)
      controller.feed(changes)
    },
    stop: async () => {
      await remotes?.stop()
      await controller.stop()
    },
  }
}

/** Facts that came from outside, such as those of simulated infrastructure: whoever tells one goes on telling it. */
class ToldByOthers {
  readonly #kinds: ReadonlySet<string>
  readonly #told: Set<string> = new Set()

  constructor(sources: readonly FactSource[]) {
    this.#kinds = new Set(sources.map(({ kind }) => kindKey(kind)))
  }

  note(changes: readonly WorldChange[]): void {
    for (const change of changes) {
      const ref = 'object' in change ? refOf(change.object) : 'gone' in change ? change.gone : undefined
      if (ref === undefined || !this.#kinds.has(kindKey(ref))) continue
      if ('gone' in change) this.#told.delete(this.#keyOf(ref, ref))
      else this.#told.add(this.#keyOf(ref, ref))
    }
  }

  has(kind: KindRef, cluster: Pick<ObjectRef, 'namespace' | 'name'>): boolean {
    return this.#told.has(this.#keyOf(kind, cluster))
  }

  #keyOf(kind: KindRef, { namespace, name }: Pick<ObjectRef, 'namespace' | 'name'>): ClusterName {
    return `${kindKey(kind)} ${namespace ?? ''}/${name}`
  }
}

const isAsked = ({ engine }: Controller, kind: KindRef): boolean =>
  engine.asked.some((asked) => asked.cluster === managementCluster && kindKey(asked) === kindKey(kind))

function meet(remotes: RemoteClusters, controller: Controller, change: WorldChange): void {
  if ('gone' in change) {
    if ((change.gone.cluster ?? '') === managementCluster && kindKey(change.gone) === kindKey(clusterKind))
      remotes.gone(change.gone)
    return
  }
  if ('read' in change) {
    const isClusters = change.kind === 'every' || kindKey(change.kind) === kindKey(clusterKind)
    if ((change.cluster ?? '') === managementCluster && change.read && isClusters) remotes.allSeen()
    return
  }
  const reported = clusterIn(change)
  const cluster = reported && controller.engine.object(refOf(reported))
  if (cluster !== undefined) remotes.seen(cluster)
}

/** The Cluster that came or changed. */
function clusterIn(change: WorldChange): KubeObject | undefined {
  if (!('object' in change) || (change.cluster ?? '') !== managementCluster) return undefined
  const { object } = change
  return object.kind === clusterKind.kind && groupOf(object.apiVersion) === clusterKind.group
    ? object
    : undefined
}
