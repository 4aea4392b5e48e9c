import { at, type KubeObject, type PhaseRule } from '@sitrep/status'
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
import type { ClusterFacts } from './facts.ts'

const initialization = (cluster: KubeObject | undefined, name: string): boolean =>
  at(cluster?.status, 'initialization', name) === true

const isProvisioned = ({ cluster }: ClusterFacts): boolean =>
  initialization(cluster, 'infrastructureProvisioned') ||
  at(cluster?.status, 'infrastructureReady') === true ||
  isTrue(cluster, 'InfrastructureReady')

/** From then on the control plane answers, whatever becomes of the rest. */
export const isInitialized = (cluster: KubeObject | undefined): boolean =>
  isTrue(cluster, 'ControlPlaneInitialized') || initialization(cluster, 'controlPlaneInitialized')

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
const isCounted = ({ status }: KubeObject): boolean => at(status, 'replicas') !== undefined

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
export const clusterPhases: readonly PhaseRule<ClusterFacts>[] = [
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
  kubeconfigPhase,
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
