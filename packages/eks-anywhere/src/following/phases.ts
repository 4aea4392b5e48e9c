import {
  at,
  type Counts,
  type Fields,
  fields,
  type KubeObject,
  list,
  number,
  type PhaseRule,
  text,
} from '@sitrep/status'
import {
  conditionOf,
  countsOf,
  isComplete,
  isCurrent,
  isTrue,
  isTrueNow,
  kubeconfigPhase,
  sumOf,
  wordsOf,
} from '@sitrep/status/following'
import { annotations, skipReason } from '../kinds.ts'
import type { ClusterFacts } from './facts.ts'

const specOf = (cluster: KubeObject | undefined, ...path: readonly string[]): unknown =>
  at(cluster?.spec, ...path)

const workerGroups = (cluster: KubeObject | undefined): readonly Fields[] =>
  list(specOf(cluster, 'workerNodeGroupConfigurations'))
    .filter((group) => typeof group === 'object' && group !== null)
    .map(fields)

const failureOf = ({ status }: KubeObject): string | undefined => text(at(status, 'failureMessage'))

const said =
  (type: string) =>
  ({ cluster }: Pick<ClusterFacts, 'cluster'>): string | undefined => {
    if (cluster === undefined) return undefined
    const condition = conditionOf(cluster, type)
    if (condition !== undefined && condition.status !== 'True') return wordsOf(condition)
    return isCurrent(cluster) ? undefined : 'the status is about an older generation'
  }

const minorOf = (version: unknown): string => /^v?(\d+\.\d+)/.exec(String(version))?.[1] ?? ''

// A condition can be told from what was below before it was changed; what is below tells by itself.
const isSettled = (below: KubeObject): boolean =>
  isCurrent(below) &&
  (below.metadata.annotations?.[annotations.autoscalerMinimum] !== undefined || isComplete(countsOf(below)))

function controlPlaneDone({ cluster, controlPlane, blind }: ClusterFacts): boolean {
  if (cluster === undefined || !isTrueNow(cluster, 'ControlPlaneReady')) return false
  if (blind) return true
  const { version, replicas } = fields(controlPlane?.spec)
  return (
    controlPlane !== undefined &&
    isSettled(controlPlane) &&
    replicas === (specOf(cluster, 'controlPlaneConfiguration', 'count') ?? replicas) &&
    minorOf(version) === minorOf(specOf(cluster, 'kubernetesVersion'))
  )
}

function workersDone({ cluster, workers, blind }: ClusterFacts): boolean {
  if (cluster === undefined || !isTrueNow(cluster, 'WorkersReady')) return false
  if (blind) return true
  return workerGroups(cluster).every(({ name, count, autoscalingConfiguration, kubernetesVersion }) => {
    const found = workers.find(({ metadata }) => metadata.name === `${cluster.metadata.name}-${name}`)
    const fixed = autoscalingConfiguration === undefined && count !== undefined
    return (
      found !== undefined &&
      isSettled(found) &&
      (!fixed || at(found.spec, 'replicas') === count) &&
      minorOf(at(found.spec, 'template', 'spec', 'version')) ===
        minorOf(kubernetesVersion ?? specOf(cluster, 'kubernetesVersion'))
    )
  })
}

function controlPlaneCounts({ cluster, controlPlane }: ClusterFacts): Counts | undefined {
  const count = specOf(cluster, 'controlPlaneConfiguration', 'count')
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

function cniSkipped({ cluster }: ClusterFacts): string | undefined {
  const condition = conditionOf(cluster, 'DefaultCNIConfigured')
  if (condition?.status !== 'True' && condition?.reason === skipReason)
    return wordsOf(condition) ?? 'upgrades are skipped'
  const other = specOf(cluster, 'clusterNetwork', 'cniConfig', 'kindnetd') !== undefined
  return other && condition?.status !== 'True' ? 'kindnetd is not reported on' : undefined
}

// A finished pass leaves its generation behind; a status can be about a generation that no pass has finished.
function isReconciled(cluster: KubeObject): boolean {
  const reconciled = number(at(cluster.status, 'reconciledGeneration'))
  return reconciled === undefined || reconciled >= (cluster.metadata.generation ?? 1)
}

const isReady = (facts: ClusterFacts): boolean => {
  const { cluster } = facts
  if (cluster === undefined || failureOf(cluster) !== undefined) return false
  return isTrueNow(cluster, 'Ready') && isReconciled(cluster) && controlPlaneDone(facts) && workersDone(facts)
}

/** The way of a Cluster of EKS Anywhere. */
export const clusterPhases: readonly PhaseRule<ClusterFacts>[] = [
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
  kubeconfigPhase,
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
  { name: 'ready', title: 'Ready', done: isReady, note: readyNote },
]

// Ready tells how the cluster is; that the last change was carried out to its end is told by the generation beside it.
function readyNote({ cluster }: ClusterFacts): string | undefined {
  if (cluster === undefined || isReconciled(cluster)) return said('Ready')({ cluster })
  const carriedOut = number(at(cluster.status, 'reconciledGeneration'))
  const pending = `generation ${cluster.metadata.generation} is not carried out to its end yet, ${carriedOut} is`
  return said('Ready')({ cluster }) ?? pending
}

function cniNote({ cluster }: ClusterFacts): string | undefined {
  if (cluster === undefined) return undefined
  const { name, version } = fields(at(cluster.status, 'defaultCNI'))
  if (isTrue(cluster, 'DefaultCNIConfigured') && name !== undefined)
    return [name, version].filter((part) => part !== undefined).join(' ')
  return said('DefaultCNIConfigured')({ cluster })
}
