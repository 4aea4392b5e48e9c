/** What is known of the connection to one workload cluster. Times are milliseconds; absent means never. */
export interface ProbeState {
  readonly lastProbeTime?: number
  readonly lastProbeSuccessTime?: number
  readonly consecutiveFailures: number
}

export const neverProbed: ProbeState = { consecutiveFailures: 0 }

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
 * because everything that depends on the connection is looked at again each time. A clock that was set back makes the last success
 * lie ahead, and waiting for it to pass would take for ever.
 */
export function worthTelling(told: ProbeState, now: ProbeState, everyMs: number): boolean {
  if (told.consecutiveFailures !== now.consecutiveFailures) return true
  if (now.lastProbeSuccessTime === undefined || told.lastProbeSuccessTime === undefined) return told !== now
  const since = now.lastProbeSuccessTime - told.lastProbeSuccessTime
  return now.consecutiveFailures > 0 || since >= everyMs || since < 0
}
