import type { Happening } from '../../scenario/types.ts'

export interface WorkerGroup {
  readonly name: string
  readonly replicas: number
  readonly maxSurge?: number | string
  readonly maxUnavailable?: number | string
}

/** A cluster to be created, of any family whose clusters are clusters of Cluster API below. */
export interface ScenarioCluster {
  /** Absent: Cluster API. */
  readonly family?: string
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

/** One thing that happens to a cluster. `cluster` is `<namespace>/<name>`. */
export type ClusterHappening =
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

const whats: Readonly<Record<ClusterHappening['what'], true>> = {
  create: true,
  scale: true,
  upgrade: true,
  rollout: true,
  delete: true,
  pause: true,
  connection: true,
  bootstrap: true,
  quota: true,
  condition: true,
  drain: true,
  node: true,
}

/** Whether a happening is one of these. */
export const isClusterHappening = (happening: Happening): happening is ClusterHappening =>
  Object.hasOwn(whats, happening.what)

/** What happens to a cluster that is there. */
export type OnCluster = Exclude<ClusterHappening, { what: 'create' }>
