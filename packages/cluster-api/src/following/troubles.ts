import { at, groupOf, type KubeObject, type Trouble } from '@sitrep/status'
import {
  conditionsOf,
  conditionTrouble,
  failureFields,
  isCurrent,
  isFailure,
  pauseTrouble,
} from '@sitrep/status/following'
import { isClusterApiGroup } from '../family/groups.ts'
import { annotations } from '../kinds.ts'
import type { ClusterParts } from './facts.ts'

// Conditions that tell of one cause. Summaries of them would say it twice, and probes fail as long as there is nothing to reach.
const telling = {
  cluster: ['InfrastructureReady', 'TopologyReconciled'],
  controlPlane: ['CertificatesAvailable', 'MachinesCreated'],
  workers: ['MachinesCreated'],
  machine: ['BootstrapConfigReady', 'BootstrapReady', 'InfrastructureReady'],
} as const

const tellingTroubles = (object: KubeObject, types: readonly string[]): readonly Trouble[] =>
  conditionsOf(object)
    .filter((condition) => types.includes(condition.type) && isFailure(condition))
    .map((condition) => conditionTrouble(object, condition))

// On a Cluster or a control plane these fields stay until somebody changes the spec; a Machine can be replaced.
function fieldTrouble(object: KubeObject, weight: Trouble['weight']): readonly Trouble[] {
  const failure = failureFields(object)
  if (failure === undefined) return []
  return isCurrent(object)
    ? [{ object, ...failure, weight }]
    : [{ object, ...failure, weight: 'error', older: true }]
}

/** Whether somebody has paused an object: with the annotation that every provider heeds, or with the field that some kinds have. */
export const paused = ({ apiVersion, metadata, spec }: KubeObject): boolean =>
  metadata.annotations?.[annotations.paused] !== undefined ||
  (isClusterApiGroup(groupOf(apiVersion)) && at(spec, 'paused') === true)

/** What is wrong with a Cluster, with its machines and with what makes them. */
export function partTroubles({ cluster, controlPlane, workers, machines }: ClusterParts): readonly Trouble[] {
  return [
    ...(cluster === undefined
      ? []
      : [...fieldTrouble(cluster, 'final'), ...tellingTroubles(cluster, telling.cluster)]),
    ...(controlPlane === undefined
      ? []
      : [...fieldTrouble(controlPlane, 'final'), ...tellingTroubles(controlPlane, telling.controlPlane)]),
    ...workers.flatMap((group) => tellingTroubles(group, telling.workers)),
    ...machines
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .flatMap((machine) => [
        ...tellingTroubles(machine, telling.machine),
        ...fieldTrouble(machine, 'error'),
      ]),
  ]
}

/** What keeps a Cluster from getting on. */
export const clusterTroubles = (parts: ClusterParts): readonly Trouble[] => [
  ...(parts.cluster !== undefined && paused(parts.cluster) ? [pauseTrouble(parts.cluster)] : []),
  ...partTroubles(parts),
]
