import { reach } from '@sitrep/cluster-api'
import { Background, type Edge, type EdgeSurroundings } from '@sitrep/controller'
import type { WorldChange } from '@sitrep/engine'
import { groupOf, type KubeObject, kindKey, managementCluster, type ObjectRef, refOf } from '@sitrep/status'
import { type ClusterApiEdgeOptions, RemoteClusters } from './remote/remote-clusters.ts'

/** The workload clusters that the Clusters of a management cluster lead to: what is in them, whether they answer, how their etcd is. */
export function clusterApiEdge(options: ClusterApiEdgeOptions = {}): Edge {
  return {
    start(around) {
      const remotes = new RemoteClusters(around, options)
      const background = new Background(around.onFault)
      return {
        tells: (object) => (isCluster(object) ? remotes.tells(object) : []),
        onTaken: (changes, statuses) => {
          const met = (name: string, meeting: () => void): void => {
            try {
              meeting()
            } catch (error) {
              // One Cluster that cannot be met keeps nobody from the others.
              background.tell({ what: 'meeting a Cluster', about: 'object', name }, error)
            }
          }
          for (const change of changes) met(nameIn(change), () => meet(remotes, around.engine, change))
          // Whoever writes its Cluster may be another process, and has written before we knew: then it does not come again.
          for (const { ref } of statuses)
            if (isClusterRef(ref)) met(ref.name, () => see(remotes, around.engine.object(ref)))
        },
        onAsked: (asked) => remotes.follow(asked),
        onClockSet: () => remotes.clockSet(),
        onShareGained: () => remotes.readSecretsAnew(),
        stop: () => remotes.stop(),
      }
    },
  }
}

function meet(remotes: RemoteClusters, engine: EdgeSurroundings['engine'], change: WorldChange): void {
  if ('gone' in change) {
    if (isClusterRef(change.gone)) remotes.gone(change.gone, 'for good')
    return
  }
  if ('moved' in change) {
    if (!isClusterRef(change.moved)) return
    const moved = change.to === 'here' ? engine.object(change.moved) : undefined
    if (moved !== undefined) remotes.seen(moved)
    else if (change.to !== 'here') remotes.gone(change.moved, 'to others')
    return
  }
  if ('read' in change) {
    const isClusters = change.kind === 'every' || kindKey(change.kind) === kindKey(reach.clusters)
    if ((change.cluster ?? '') === managementCluster && change.read && isClusters) remotes.allSeen()
    return
  }
  const reported = clusterIn(change)
  see(remotes, reported && engine.object(refOf(reported)))
}

function see(remotes: RemoteClusters, cluster: KubeObject | undefined): void {
  if (cluster !== undefined) remotes.seen(cluster)
}

/** The Cluster that came or changed. */
function clusterIn(change: WorldChange): KubeObject | undefined {
  if (!('object' in change) || change.given === true) return undefined
  if ((change.cluster ?? '') !== managementCluster) return undefined
  return isCluster(change.object) ? change.object : undefined
}

const nameIn = (change: WorldChange): string =>
  'object' in change ? change.object.metadata.name : 'gone' in change ? change.gone.name : 'none'

const isClusterRef = (ref: ObjectRef): boolean =>
  (ref.cluster ?? '') === managementCluster && kindKey(ref) === kindKey(reach.clusters)

const isCluster = ({ apiVersion, kind }: KubeObject): boolean =>
  kind === reach.clusters.kind && groupOf(apiVersion) === reach.clusters.group
