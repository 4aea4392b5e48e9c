import type { WorldChange } from '@sitrep/engine'
import { groupOf, type KindRef, kindKey, managementCluster, refOf } from '@sitrep/status'
import { type Controller, type ControllerOptions, startController } from './controller.ts'
import type { RemoteTimes } from './remote/remote-cluster.ts'
import { RemoteClusters, type RemoteClustersOptions } from './remote/remote-clusters.ts'
import { realTiming } from './timing.ts'

export interface FleetOptions extends ControllerOptions {
  readonly remoteTimes?: Partial<RemoteTimes>
  readonly onConnected?: NonNullable<RemoteClustersOptions['onConnected']>
}

const clusterKind: KindRef = { group: 'cluster.x-k8s.io', kind: 'Cluster' }

/** A controller of a management cluster together with the workload clusters that its Clusters lead to. */
export function startFleet(options: FleetOptions): Controller {
  const timing = options.timing ?? realTiming
  let remotes: RemoteClusters | undefined
  const onTaken = (changes: readonly WorldChange[]): void => {
    for (const change of changes) if (remotes !== undefined) meet(remotes, controller, change)
    options.onTaken?.(changes)
  }
  const controller = startController({ ...options, timing, onTaken })
  remotes = new RemoteClusters({
    connection: options.connection,
    timing,
    indexes: options.catalog.indexes,
    feed: controller.feed,
    ...(options.remoteTimes && { times: options.remoteTimes }),
    ...(options.onWatchRestart && { onRestart: options.onWatchRestart }),
    ...(options.onConnected && { onConnected: options.onConnected }),
  })
  controller.onAsked((asked) => remotes?.follow(asked))
  return {
    ...controller,
    stop: async () => {
      await remotes?.stop()
      await controller.stop()
    },
  }
}

function meet(remotes: RemoteClusters, controller: Controller, change: WorldChange): void {
  if ('gone' in change) {
    if ((change.gone.cluster ?? '') === managementCluster && kindKey(change.gone) === kindKey(clusterKind))
      remotes.gone(change.gone)
    return
  }
  if (
    !('object' in change) ||
    (change.cluster ?? '') !== managementCluster ||
    change.object.kind !== clusterKind.kind
  )
    return
  if (groupOf(change.object.apiVersion) !== clusterKind.group) return
  const cluster = controller.engine.object(refOf(change.object))
  if (cluster !== undefined) remotes.seen(cluster)
}
