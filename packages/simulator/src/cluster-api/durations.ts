import type { PlanInput } from '../plan/input.ts'

/** How long things take in the life of a cluster, in milliseconds of the simulated clock. */
export const durations = {
  /** Until the network and load balancer of a cluster are there. */
  clusterInfrastructureMs: 8_000,
  bootstrapMs: 3_000,
  /** Until a machine is provisioned. */
  machineInfrastructureMs: 20_000,
  /** From the provisioned machine to its Node. */
  nodeJoinMs: 10_000,
  /** Until the infrastructure of a deleted machine or cluster is gone. */
  deletionMs: 8_000,
} as const

/** How long it takes in this world: what the scenario says, else as long as usual. */
export const durationOf = (what: keyof typeof durations, { timings }: Pick<PlanInput, 'timings'>): number =>
  timings[what] ?? durations[what]
