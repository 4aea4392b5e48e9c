import type { Fleet } from '../../cluster-api/bench/world.ts'
import type { BenchRow } from '../../controller/bench/client.bench.ts'

/** How large the measured fleet is. */
export interface FleetSize extends Fleet {
  /** So many of the workload clusters are reached over sockets; what is in the others is fed in process. */
  readonly remote: number
  /** Every status stands there from the start, as a controller would have written it. */
  readonly settled?: true
}

export const fleetSizes = {
  full: { clusters: 2_000, controlPlanes: 3, workers: 47, remote: 100 },
  // The same machines in few clusters, every one of which is reached over a socket.
  wide: { clusters: 100, controlPlanes: 3, workers: 997, remote: 100 },
  large: { clusters: 600, controlPlanes: 3, workers: 47, remote: 100 },
  medium: { clusters: 200, controlPlanes: 3, workers: 47, remote: 100 },
  small: { clusters: 60, controlPlanes: 3, workers: 47, remote: 20 },
  // What is shared out: every workload cluster is reached over a socket.
  sharedLarge: { clusters: 2_000, controlPlanes: 3, workers: 97, remote: 2_000, settled: true },
  sharedMedium: { clusters: 400, controlPlanes: 3, workers: 47, remote: 400, settled: true },
  shared: { clusters: 100, controlPlanes: 3, workers: 47, remote: 100, settled: true },
  sharedSmall: { clusters: 30, controlPlanes: 3, workers: 47, remote: 30, settled: true },
} as const satisfies Readonly<Record<string, FleetSize>>

export type SizeName = keyof typeof fleetSizes

/** How Nodes change while latencies are measured: most of what kubelets write changes nothing but a time. */
export const nodeLoad = { seconds: 20, eventsPerSecond: 1_000 } as const

/** Every cluster sees one in two seconds: more would exceed what an object may be written to in a minute. */
export const transitionsPerSecond = ({ remote }: FleetSize): number => remote / 2

/** Where a Node says when it was changed, in milliseconds since the epoch. */
export const changedAt = 'bench.sitrep.dev/changed-at'

/** What the measured process tells the server. */
export type FleetOrder = { readonly kind: 'change-nodes' }

/** What the server tells when it has done so. */
export interface NodesChanged {
  readonly events: number
  readonly transitions: number
  /** What held the server meanwhile: a change waits for it on its way out, and a status on its way in. */
  readonly held: readonly BenchRow[]
}
