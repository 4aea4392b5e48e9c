import type { DeploymentSeen, WorkerGroupSpec } from '../types.ts'
import type { ClusterFacts } from './facts.ts'

/** A group of workers as it is wanted and as it is. */
export interface GroupSeen {
  readonly name: string
  readonly wanted: number
  readonly replicas: number
  readonly upToDate: number
  readonly ready: number
  readonly range: WorkerGroupSpec['autoscaling']
}

/** Every group of the spec, and what is still there of groups that are not wanted any more. */
export function groupsOf(f: ClusterFacts): readonly GroupSeen[] {
  const deployments = deploymentsOf(f)
  const wanted = f.spec.groups.map((group) => groupSeen(group, deployments.find(isOf(f.name, group.name))))
  const unwanted = deployments.filter((one) => !f.spec.groups.some((group) => isOf(f.name, group.name)(one)))
  return [
    ...wanted,
    ...unwanted.map((one) => groupSeen({ name: one.name, count: 0, autoscaling: undefined }, one)),
  ]
}

export const deploymentsOf = ({ deployments }: ClusterFacts): readonly DeploymentSeen[] =>
  deployments.read ? deployments.items : []

const isOf =
  (cluster: string, group: string) =>
  ({ name }: DeploymentSeen): boolean =>
    name === `${cluster}-${group}`

function groupSeen(
  { name, count = 0, autoscaling }: WorkerGroupSpec,
  deployment?: DeploymentSeen,
): GroupSeen {
  const { replicas = 0, upToDate = 0, ready = 0 } = deployment ?? {}
  // How many an autoscaled group should have is up to the autoscaler; as many as it has must be fine.
  return { name, wanted: autoscaling ? replicas : count, replicas, upToDate, ready, range: autoscaling }
}

/** Adds up over groups. Within a group nothing is made up for by another. */
export const total = (f: ClusterFacts, of: (group: GroupSeen) => number): number =>
  groupsOf(f).reduce((sum, group) => sum + of(group), 0)

export const missing = ({ wanted, replicas }: GroupSeen): number => Math.max(0, wanted - replicas)
export const surplus = ({ wanted, replicas }: GroupSeen): number => Math.max(0, replicas - wanted)
export const outdated = ({ replicas, upToDate }: GroupSeen): number => Math.max(0, replicas - upToDate)

/** Replicas that are ready and wanted: those of a surplus do not count. */
export const usable = ({ wanted, ready }: GroupSeen): number => Math.min(wanted, ready)

/** The first autoscaled group whose replicas are not where they may be. */
export const outOfRange = (f: ClusterFacts): GroupSeen | undefined =>
  groupsOf(f).find(({ range, replicas }) => range && (replicas < range.minimum || replicas > range.maximum))
