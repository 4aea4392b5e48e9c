import type { KubeObject } from '@sitrep/status'
import { conditionOf, isCurrent, isTrue, isTrueNow, statusOf, wordsOf } from './conditions.ts'
import { countsOf, isComplete, sumOf } from './counts.ts'
import { kubeconfigRule } from './kubeconfig-rule.ts'
import type { ClusterFacts, PhaseRule } from './phase.ts'

interface Initialization {
  readonly infrastructureProvisioned?: unknown
  readonly controlPlaneInitialized?: unknown
}

const initialization = (cluster: KubeObject | undefined): Initialization =>
  (cluster === undefined ? undefined : (statusOf(cluster).initialization as Initialization)) ?? {}

const isProvisioned = ({ cluster }: ClusterFacts): boolean =>
  cluster !== undefined &&
  (initialization(cluster).infrastructureProvisioned === true ||
    statusOf(cluster).infrastructureReady === true ||
    isTrue(cluster, 'InfrastructureReady'))

export const isInitialized = (cluster: KubeObject | undefined): boolean =>
  isTrue(cluster, 'ControlPlaneInitialized') || initialization(cluster).controlPlaneInitialized === true

// What is still under way when a Cluster already counts as available.
const underWay = ['RollingOut', 'ScalingUp', 'ScalingDown', 'Remediating'] as const

const isReady = ({ cluster }: ClusterFacts): boolean =>
  cluster !== undefined &&
  (isTrueNow(cluster, 'Available') ||
    (conditionOf(cluster, 'Available') === undefined && isTrueNow(cluster, 'Ready'))) &&
  !underWay.some((type) => isTrue(cluster, type))

const said =
  (...types: readonly string[]) =>
  ({ cluster }: ClusterFacts): string | undefined =>
    types
      .map((type) => conditionOf(cluster, type))
      .filter((condition) => condition !== undefined && condition.status !== 'True')
      .map(wordsOf)
      .find((words) => words !== undefined)

// A control plane that counts no replicas is one that somebody else runs: only the Cluster tells about it.
const isCounted = (controlPlane: KubeObject): boolean => statusOf(controlPlane).replicas !== undefined

function controlPlaneDone({ cluster, controlPlane }: ClusterFacts): boolean {
  if (!isInitialized(cluster)) return false
  if (controlPlane === undefined || !isCounted(controlPlane)) return isTrue(cluster, 'ControlPlaneAvailable')
  return isCurrent(controlPlane) && isComplete(countsOf(controlPlane))
}

const workersDone = ({ workers, cluster }: ClusterFacts): boolean =>
  isInitialized(cluster) && workers.every((group) => isCurrent(group) && isComplete(countsOf(group)))

function underWayNow({ cluster }: ClusterFacts): string | undefined {
  const going = underWay.map((type) => conditionOf(cluster, type)).find((each) => each?.status === 'True')
  return going === undefined ? undefined : `${going.type}: ${wordsOf(going) ?? ''}`
}

/** The way of a Cluster of Cluster API. */
export const clusterApiPhases: readonly PhaseRule[] = [
  {
    name: 'spec',
    title: 'Spec taken up',
    done: ({ cluster }) => cluster !== undefined && isCurrent(cluster),
    note: said('TopologyReconciled'),
  },
  {
    name: 'infrastructure',
    title: 'Infrastructure',
    done: isProvisioned,
    note: (facts) => (isProvisioned(facts) ? undefined : said('InfrastructureReady')(facts)),
  },
  {
    name: 'control-plane-initialized',
    title: 'Control plane initialized',
    done: ({ cluster }) => isInitialized(cluster),
    note: said('ControlPlaneInitialized'),
  },
  kubeconfigRule,
  {
    name: 'control-plane',
    title: 'Control plane',
    done: controlPlaneDone,
    counts: ({ controlPlane }) =>
      controlPlane === undefined || !isCounted(controlPlane) ? undefined : countsOf(controlPlane),
    note: (facts) =>
      controlPlaneDone(facts) ? undefined : said('ControlPlaneAvailable', 'ControlPlaneMachinesReady')(facts),
  },
  {
    name: 'workers',
    title: 'Workers',
    done: workersDone,
    counts: ({ workers }) => (workers.length === 0 ? undefined : sumOf(workers.map(countsOf))),
    note: (facts) =>
      workersDone(facts) ? undefined : said('WorkersAvailable', 'WorkerMachinesReady')(facts),
  },
  {
    name: 'ready',
    title: 'Ready',
    done: (facts) => isReady(facts) && controlPlaneDone(facts) && workersDone(facts),
    note: (facts) => underWayNow(facts),
  },
]
