import { reach } from '@sitrep/cluster-api'
import { Background, type Edge, type EdgeSurroundings } from '@sitrep/controller'
import type { WorldChange } from '@sitrep/engine'
import { groupOf, type KubeObject, kindKey, managementCluster, refOf } from '@sitrep/status'
import { type ClusterApiEdgeOptions, RemoteClusters } from './remote/remote-clusters.ts'

/** The workload clusters that the Clusters of a management cluster lead to: what is in them, whether they answer, how their etcd is. */
export function clusterApiEdge(options: ClusterApiEdgeOptions = {}): Edge {
  return {
    start(around) {
      const remotes = new RemoteClusters(around, options)
      const background = new Background(around.onFault)
      return {
        tells: (object) => (isCluster(object) ? remotes.tells(object) : []),
        onTaken: (changes) => {
          for (const change of changes) {
            try {
              meet(remotes, around.engine, change)
            } catch (error) {
              // One Cluster that cannot be met keeps nobody from the others.
              background.tell({ what: 'meeting a Cluster', about: 'object', name: nameIn(change) }, error)
            }
          }
        },
        onAsked: (asked) => remotes.follow(asked),
        stop: () => remotes.stop(),
      }
    },
  }
}

function meet(remotes: RemoteClusters, engine: EdgeSurroundings['engine'], change: WorldChange): void {
  if ('gone' in change) {
    if ((change.gone.cluster ?? '') === managementCluster && kindKey(change.gone) === kindKey(reach.clusters))
      remotes.gone(change.gone)
    return
  }
  if ('read' in change) {
    const isClusters = change.kind === 'every' || kindKey(change.kind) === kindKey(reach.clusters)
    if ((change.cluster ?? '') === managementCluster && change.read && isClusters) remotes.allSeen()
    return
  }
  const reported = clusterIn(change)
  const cluster = reported && engine.object(refOf(reported))
  if (cluster !== undefined) remotes.seen(cluster)
}

/** The Cluster that came or changed. */
function clusterIn(change: WorldChange): KubeObject | undefined {
  if (!('object' in change) || (change.cluster ?? '') !== managementCluster) return undefined
  return isCluster(change.object) ? change.object : undefined
}

const nameIn = (change: WorldChange): string =>
  'object' in change ? change.object.metadata.name : 'gone' in change ? change.gone.name : 'none'

const isCluster = ({ apiVersion, kind }: KubeObject): boolean =>
  kind === reach.clusters.kind && groupOf(apiVersion) === reach.clusters.group
