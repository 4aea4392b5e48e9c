import type { KubeObject, ObjectRef } from '@sitrep/status'

/** What is known of the connection to one workload cluster. Times are milliseconds; absent means never. */
export interface ProbeState {
  readonly lastProbeTime?: number
  readonly lastProbeSuccessTime?: number
  readonly consecutiveFailures: number
}

export const neverProbed: ProbeState = { consecutiveFailures: 0 }

/** How many failures in a row end a connection. */
export const failuresUntilDisconnected = 5

export const succeeded = (at: number): ProbeState => ({
  lastProbeTime: at,
  lastProbeSuccessTime: at,
  consecutiveFailures: 0,
})

export const failed = (state: ProbeState, at: number): ProbeState => ({
  ...state,
  lastProbeTime: at,
  consecutiveFailures: state.consecutiveFailures + 1,
})

/**
 * Whether a new state has to be told. Failures always; successes only so often that no grace period runs out between two of them,
 * because everything that depends on the connection is looked at again each time.
 */
export function worthTelling(told: ProbeState, now: ProbeState, everyMs: number): boolean {
  if (told.consecutiveFailures !== now.consecutiveFailures) return true
  if (now.lastProbeSuccessTime === undefined || told.lastProbeSuccessTime === undefined) return told !== now
  return now.consecutiveFailures > 0 || now.lastProbeSuccessTime - told.lastProbeSuccessTime >= everyMs
}

/** The state as a fact: an object that enters the world and is never sent to an API server. */
export function clusterProbe(
  { namespace, name }: Pick<ObjectRef, 'namespace' | 'name'>,
  state: ProbeState,
): KubeObject {
  const time = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : new Date(ms).toISOString()
  const lastProbeTime = time(state.lastProbeTime)
  const lastProbeSuccessTime = time(state.lastProbeSuccessTime)
  return {
    apiVersion: 'sitrep.dev/v1alpha1',
    kind: 'ClusterProbe',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    status: {
      ...(lastProbeTime !== undefined && { lastProbeTime }),
      ...(lastProbeSuccessTime !== undefined && { lastProbeSuccessTime }),
      consecutiveFailures: state.consecutiveFailures,
    },
  }
}
