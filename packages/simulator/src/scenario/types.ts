/** How long things take, in milliseconds of the simulated clock. */
export interface Timings {
  /** Until the network and load balancer of a cluster are there. */
  readonly clusterInfrastructureMs: number
  readonly bootstrapMs: number
  /** Until a machine is provisioned. */
  readonly machineInfrastructureMs: number
  /** From the provisioned machine to its Node. */
  readonly nodeJoinMs: number
  /** Until the infrastructure of a deleted machine or cluster is gone. */
  readonly deletionMs: number
  /** How far single durations lie apart, as a share: 0.2 is up to 20% more or less. */
  readonly variation: number
}

export const defaultTimings: Timings = {
  clusterInfrastructureMs: 8_000,
  bootstrapMs: 3_000,
  machineInfrastructureMs: 20_000,
  nodeJoinMs: 10_000,
  deletionMs: 8_000,
  variation: 0.2,
}

export interface WorkerGroup {
  readonly name: string
  readonly replicas: number
  readonly maxSurge?: number | string
  readonly maxUnavailable?: number | string
}

/** What users apply for a cluster: the objects of Cluster API, or a Cluster of EKS Anywhere. */
export const clusterFamilies = ['cluster-api', 'eks-anywhere'] as const

export type ClusterFamily = (typeof clusterFamilies)[number]

export interface ScenarioCluster {
  /** Absent: Cluster API. */
  readonly family?: ClusterFamily
  readonly namespace: string
  readonly name: string
  readonly version: string
  readonly controlPlane: number
  readonly workers: readonly WorkerGroup[]
  /** Replaces workers whose Node is not well for this long. */
  readonly healthCheckMs?: number
}

export const nodeFaults = [
  'MemoryPressure',
  'DiskPressure',
  'PIDPressure',
  'NotReady',
  'Unreachable',
] as const

export type NodeFault = (typeof nodeFaults)[number]

/** One thing that happens at one moment. `cluster` is `<namespace>/<name>`. */
export type Happening =
  | { readonly what: 'create'; readonly cluster: ScenarioCluster }
  | { readonly what: 'scale'; readonly cluster: string; readonly group: string; readonly replicas: number }
  | { readonly what: 'upgrade'; readonly cluster: string; readonly version: string }
  | { readonly what: 'rollout'; readonly cluster: string; readonly group: string }
  | { readonly what: 'delete'; readonly cluster: string }
  | { readonly what: 'pause'; readonly cluster: string; readonly paused: boolean }
  | { readonly what: 'connection'; readonly cluster: string; readonly lost: boolean }
  | { readonly what: 'bootstrap'; readonly cluster: string; readonly failing: boolean }
  | { readonly what: 'quota'; readonly cluster: string; readonly exceeded: boolean }
  | { readonly what: 'condition'; readonly cluster: string; readonly malformed: boolean }
  | {
      readonly what: 'drain'
      readonly cluster: string
      readonly group: string
      readonly blocked: boolean
    }
  | {
      readonly what: 'node'
      readonly cluster: string
      readonly group: string
      readonly machines: number
      /** Absent: what was wrong is over. */
      readonly fault?: NodeFault
    }

export interface TimelineEntry {
  /** Milliseconds after the start of the scenario. */
  readonly atMs: number
  readonly happening: Happening
}

/** A world to be played: how long things take, and what happens when. */
export interface Scenario {
  readonly name: string
  readonly seed: string
  readonly timings: Timings
  /** In the order in which it happens. */
  readonly timeline: readonly TimelineEntry[]
}

/** Nothing happens by itself; what users apply is moved through its life. */
export const emptyScenario: Scenario = {
  name: 'none',
  seed: 'sitrep',
  timings: defaultTimings,
  timeline: [],
}
