import type { Instant } from '@sitrep/conditions'
import { at, type Clock, compact, type KubeObject, number, type Reach, text } from '@sitrep/status'
import { clusterKind, clusterProbeKind } from '../kinds.ts'
import { later, longerThan, printTime } from '../time/longer-than.ts'

/** How many failed probes in a row mean that a workload cluster is not connected. */
export const failureThreshold = 5

/** What is known of the connection to a workload cluster. Nothing known is the same as never tried. */
export interface Probe {
  readonly lastProbeTime?: Instant
  readonly lastProbeSuccessTime?: Instant
  readonly consecutiveFailures: number
  /** When it was tried first, as long as it has not answered: whoever tried before may have reached it. */
  readonly firstProbeTime?: Instant
  /** Since when every probe has been answered, each soon after the one before; absent where nobody says. */
  readonly answeredSince?: Instant
}

/** What a ClusterProbe says. */
export function probeIn({ status }: KubeObject): Probe {
  return compact<Probe>({
    lastProbeTime: text(at(status, 'lastProbeTime')),
    lastProbeSuccessTime: text(at(status, 'lastProbeSuccessTime')),
    consecutiveFailures: number(at(status, 'consecutiveFailures')) ?? 0,
    firstProbeTime: text(at(status, 'firstProbeTime')),
    answeredSince: text(at(status, 'answeredSince')),
  })
}

/** The clusters behind Clusters: each is called by namespace and name of its Cluster, and read while its probe says that it answers. */
export const reach: Reach = {
  clusters: clusterKind,
  clusterOf: ({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`,
  probe: clusterProbeKind,
  connected: (probe) => isConnected(probeIn(probe)),
}

/** Whether objects of the workload cluster can be read now. */
export const isConnected = ({ lastProbeSuccessTime, consecutiveFailures }: Probe): boolean =>
  lastProbeSuccessTime !== undefined && consecutiveFailures < failureThreshold

/** Too few attempts so far to say anything: right after a start, ours or the cluster's. */
export const isUnproven = ({ lastProbeSuccessTime, consecutiveFailures }: Probe): boolean =>
  lastProbeSuccessTime === undefined && consecutiveFailures < failureThreshold

/** What follows for conditions that rest on what was read from a workload cluster. */
export type Connection =
  /** Nobody has tried often enough: what was said stands. */
  | 'unproven'
  /** Lost for longer than the grace period: what was said no longer stands. */
  | 'lost'
  /** Not connected now, but not for long: what was said stands. */
  | 'interrupted'
  | 'connected'

export interface ConnectionInput {
  readonly probe: Probe
  /** Since when there is a control plane that could answer. */
  readonly initializedAt: Instant | undefined
  readonly gracePeriodMs: number
  readonly clock: Clock
}

/**
 * Judges a connection by its last success, or by the first attempt where this process has not had one: what others read before stands for as long. The grace
 * period does not begin before there is a control plane.
 */
export function judgeConnection({ probe, initializedAt, gracePeriodMs, clock }: ConnectionInput): Connection {
  if (isUnproven(probe)) return 'unproven'
  const since = later(probe.lastProbeSuccessTime ?? probe.firstProbeTime, initializedAt)
  if (since === undefined || longerThan(clock, since, gracePeriodMs)) return 'lost'
  return isConnected(probe) ? 'connected' : 'interrupted'
}

/** When a connection last was seen to be alive; empty when never. */
export const lastSuccessText = ({ lastProbeSuccessTime }: Probe): string =>
  lastProbeSuccessTime === undefined ? '' : `Last successful probe at ${printTime(lastProbeSuccessTime)}`
