import type { KubeObject } from '@sitrep/status'
import { conditionOf, isCurrent, isTrue, isTrueNow, statusOf, wordsOf } from './conditions.ts'
import { countsOf, isComplete, sumOf } from './counts.ts'
import { kubeconfigRule } from './kubeconfig-rule.ts'
import type { ClusterFacts, Counts, PhaseRule } from './phase.ts'

interface Spec {
  readonly kubernetesVersion?: unknown
  readonly controlPlaneConfiguration?: { readonly count?: unknown }
  readonly workerNodeGroupConfigurations?: unknown
  readonly clusterNetwork?: { readonly cniConfig?: { readonly kindnetd?: unknown } }
}

const specOf = (cluster: KubeObject | undefined): Spec => (cluster?.spec ?? {}) as Spec

interface WorkerGroup {
  readonly name?: unknown
  readonly kubernetesVersion?: unknown
  readonly count?: unknown
  readonly autoscalingConfiguration?: unknown
}

function workerGroups(cluster: KubeObject | undefined): readonly WorkerGroup[] {
  const groups = specOf(cluster).workerNodeGroupConfigurations
  if (!Array.isArray(groups)) return []
  return groups.filter((group): group is WorkerGroup => typeof group === 'object' && group !== null)
}

export const failureOf = (cluster: KubeObject): string | undefined => {
  const { failureMessage } = statusOf(cluster)
  return typeof failureMessage === 'string' && failureMessage !== '' ? failureMessage : undefined
}

const said =
  (type: string) =>
  ({ cluster }: ClusterFacts): string | undefined => {
    if (cluster === undefined) return undefined
    const condition = conditionOf(cluster, type)
    if (condition !== undefined && condition.status !== 'True') return wordsOf(condition)
    return isCurrent(cluster) ? undefined : 'the status is about an older generation'
  }

const minorOf = (version: unknown): string => /^v?(\d+\.\d+)/.exec(String(version))?.[1] ?? ''

const autoscaled = 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size'

// A condition can be told from what was below before it was changed; what is below tells by itself.
const isSettled = (below: KubeObject): boolean =>
  isCurrent(below) && (below.metadata.annotations?.[autoscaled] !== undefined || isComplete(countsOf(below)))

function controlPlaneDone({ cluster, controlPlane, blind }: ClusterFacts): boolean {
  if (cluster === undefined || !isTrueNow(cluster, 'ControlPlaneReady')) return false
  if (blind) return true
  const { kubernetesVersion, controlPlaneConfiguration } = specOf(cluster)
  const { version, replicas } = (controlPlane?.spec ?? {}) as { version?: unknown; replicas?: unknown }
  return (
    controlPlane !== undefined &&
    isSettled(controlPlane) &&
    replicas === (controlPlaneConfiguration?.count ?? replicas) &&
    minorOf(version) === minorOf(kubernetesVersion)
  )
}

function workersDone({ cluster, workers, blind }: ClusterFacts): boolean {
  if (cluster === undefined || !isTrueNow(cluster, 'WorkersReady')) return false
  if (blind) return true
  const { kubernetesVersion } = specOf(cluster)
  return workerGroups(cluster).every((group) => {
    const found = workers.find(({ metadata }) => metadata.name === `${cluster.metadata.name}-${group.name}`)
    const { template, replicas } = (found?.spec ?? {}) as {
      template?: { spec?: { version?: unknown } }
      replicas?: unknown
    }
    const fixed = group.autoscalingConfiguration === undefined && group.count !== undefined
    return (
      found !== undefined &&
      isSettled(found) &&
      (!fixed || replicas === group.count) &&
      minorOf(template?.spec?.version) === minorOf(group.kubernetesVersion ?? kubernetesVersion)
    )
  })
}

function controlPlaneCounts({ cluster, controlPlane }: ClusterFacts): Counts | undefined {
  const count = specOf(cluster).controlPlaneConfiguration?.count
  if (typeof count !== 'number') return controlPlane && countsOf(controlPlane)
  return { ...none, ...(controlPlane && countsOf(controlPlane)), desired: count }
}

const none: Counts = { desired: 0, replicas: 0, ready: 0, upToDate: 0 }

function workerCounts({ cluster, workers }: ClusterFacts): Counts | undefined {
  const groups = workerGroups(cluster)
  if (groups.length === 0) return workers.length === 0 ? undefined : sumOf(workers.map(countsOf))
  const counted = sumOf(workers.map(countsOf))
  // How many an autoscaler wants stands in the deployments alone.
  const scaled = groups.some(({ autoscalingConfiguration }) => autoscalingConfiguration !== undefined)
  if (scaled && workers.length > 0) return counted
  const desired = groups.reduce((total, { count }) => total + (typeof count === 'number' ? count : 1), 0)
  return { ...counted, desired }
}

const skipReason = 'SkipUpgradesForDefaultCNIConfigured'

function cniSkipped({ cluster }: ClusterFacts): string | undefined {
  const condition = conditionOf(cluster, 'DefaultCNIConfigured')
  if (condition?.status !== 'True' && condition?.reason === skipReason)
    return wordsOf(condition) ?? 'upgrades are skipped'
  const other = specOf(cluster).clusterNetwork?.cniConfig?.kindnetd !== undefined
  return other && condition?.status !== 'True' ? 'kindnetd is not reported on' : undefined
}

// A finished pass leaves its generation behind; a status can be about a generation that no pass has finished.
function isReconciled(cluster: KubeObject): boolean {
  const { reconciledGeneration } = statusOf(cluster)
  return (
    typeof reconciledGeneration !== 'number' || reconciledGeneration >= (cluster.metadata.generation ?? 1)
  )
}

const isReady = (facts: ClusterFacts): boolean => {
  const { cluster } = facts
  if (cluster === undefined || failureOf(cluster) !== undefined) return false
  return isTrueNow(cluster, 'Ready') && isReconciled(cluster) && controlPlaneDone(facts) && workersDone(facts)
}

/** The way of a Cluster of EKS Anywhere. */
export const eksAnywherePhases: readonly PhaseRule[] = [
  {
    name: 'spec',
    title: 'Spec valid',
    done: ({ cluster }) => cluster !== undefined && isCurrent(cluster) && failureOf(cluster) === undefined,
    note: ({ cluster }) => cluster && failureOf(cluster),
  },
  {
    name: 'control-plane-initialized',
    title: 'Control plane initialized',
    done: ({ cluster }) => isTrue(cluster, 'ControlPlaneInitialized'),
    note: ({ cluster }) =>
      isTrue(cluster, 'ControlPlaneInitialized')
        ? undefined
        : wordsOf(conditionOf(cluster, 'ControlPlaneInitialized')),
  },
  kubeconfigRule,
  {
    name: 'cni',
    title: 'CNI',
    done: ({ cluster }) => isTrue(cluster, 'DefaultCNIConfigured'),
    skipped: cniSkipped,
    note: (facts) => cniNote(facts),
  },
  {
    name: 'control-plane',
    title: 'Control plane',
    done: controlPlaneDone,
    counts: controlPlaneCounts,
    note: said('ControlPlaneReady'),
  },
  {
    name: 'workers',
    title: 'Workers',
    done: workersDone,
    counts: workerCounts,
    note: said('WorkersReady'),
  },
  { name: 'ready', title: 'Ready', done: isReady, note: said('Ready') },
]

function cniNote({ cluster }: ClusterFacts): string | undefined {
  if (cluster === undefined) return undefined
  const { defaultCNI } = statusOf(cluster) as { defaultCNI?: { name?: unknown; version?: unknown } }
  if (isTrue(cluster, 'DefaultCNIConfigured') && defaultCNI?.name !== undefined)
    return [defaultCNI.name, defaultCNI.version].filter((part) => part !== undefined).join(' ')
  return said('DefaultCNIConfigured')({ cluster } as ClusterFacts)
}
