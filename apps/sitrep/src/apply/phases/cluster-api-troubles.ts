import type { KubeObject } from '@sitrep/status'
import { conditionsOf, isCurrent } from './conditions.ts'
import type { ClusterFacts } from './phase.ts'
import { failureFields, isFailure, type Trouble, troubleOf } from './trouble.ts'

// Conditions that tell of one cause. Summaries of them would say it twice, and probes fail as long as there is nothing to reach.
const telling = {
  cluster: ['InfrastructureReady', 'TopologyReconciled'],
  controlPlane: ['CertificatesAvailable', 'MachinesCreated'],
  workers: ['MachinesCreated'],
  machine: ['BootstrapConfigReady', 'BootstrapReady', 'InfrastructureReady'],
} as const

const conditionTroubles = (object: KubeObject, types: readonly string[]): readonly Trouble[] =>
  conditionsOf(object)
    .filter((condition) => types.includes(condition.type) && isFailure(condition))
    .map((condition) => troubleOf(object, condition))

// On a Cluster or a control plane these fields stay until somebody changes the spec; a Machine can be replaced.
function fieldTrouble(object: KubeObject, weight: Trouble['weight']): readonly Trouble[] {
  const failure = failureFields(object)
  if (failure === undefined) return []
  return isCurrent(object)
    ? [{ object, ...failure, weight }]
    : [{ object, ...failure, weight: 'error', older: true }]
}

function pauseTrouble({ cluster }: ClusterFacts): readonly Trouble[] {
  if (cluster === undefined) return []
  const { paused } = (cluster.spec ?? {}) as { paused?: unknown }
  const held = paused === true || cluster.metadata.annotations?.['cluster.x-k8s.io/paused'] !== undefined
  return held
    ? [{ object: cluster, text: 'It is paused, and nothing happens to it until that ends', weight: 'error' }]
    : []
}

/** What is wrong with the machines of a cluster and with what makes them. */
export function partTroubles({
  capiCluster,
  controlPlane,
  workers,
  machines,
}: ClusterFacts): readonly Trouble[] {
  return [
    ...(capiCluster === undefined
      ? []
      : [...fieldTrouble(capiCluster, 'final'), ...conditionTroubles(capiCluster, telling.cluster)]),
    ...(controlPlane === undefined
      ? []
      : [...fieldTrouble(controlPlane, 'final'), ...conditionTroubles(controlPlane, telling.controlPlane)]),
    ...workers.flatMap((group) => conditionTroubles(group, telling.workers)),
    ...machines
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .flatMap((machine) => [
        ...conditionTroubles(machine, telling.machine),
        ...fieldTrouble(machine, 'error'),
      ]),
  ]
}

export const clusterApiTroubles = (facts: ClusterFacts): readonly Trouble[] => [
  ...pauseTrouble(facts),
  ...partTroubles(facts),
]
