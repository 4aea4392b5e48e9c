/** What is known of the connection to one workload cluster. Times are milliseconds by a clock that nobody sets; absent means never. */
export interface ProbeState {
  readonly lastProbeTime?: number
  readonly lastProbeSuccessTime?: number
  readonly consecutiveFailures: number
  /** The first attempt, as long as none was answered. */
  readonly firstProbeTime?: number
  /** Since when every probe has been answered, each soon after the one before. */
  readonly answeredSince?: number
}

export const neverProbed: ProbeState = { consecutiveFailures: 0 }

/** So long after one answer the next may come without anything having been in between. */
const soonMs = 30_000

/** Asked and answered. Where the last answer is long ago, nobody knows what was in between. */
export function succeeded(before: ProbeState, at: number): ProbeState {
  const { consecutiveFailures, lastProbeSuccessTime = Number.NaN, answeredSince = at } = before
  const since = at - lastProbeSuccessTime
  const unbroken = consecutiveFailures === 0 && since <= soonMs
  return {
    lastProbeTime: at,
    lastProbeSuccessTime: at,
    consecutiveFailures: 0,
    answeredSince: unbroken ? answeredSince : at,
  }
}

export function failed(before: ProbeState, at: number): ProbeState {
  const { lastProbeSuccessTime, firstProbeTime = at, consecutiveFailures } = before
  return {
    ...(lastProbeSuccessTime === undefined ? { firstProbeTime } : { lastProbeSuccessTime }),
    lastProbeTime: at,
    consecutiveFailures: consecutiveFailures + 1,
  }
}

/**
 * Whether a new state has to be told. Failures always; successes only so often that no grace period runs out between two of them: each
 * is an object that is taken in, and whoever waits for the end of a grace period looks for the last one then.
 */
export function worthTelling(told: ProbeState, now: ProbeState, everyMs: number): boolean {
  if (told.consecutiveFailures !== now.consecutiveFailures || told.answeredSince !== now.answeredSince)
    return true
  if (now.lastProbeSuccessTime === undefined || told.lastProbeSuccessTime === undefined) return told !== now
  return now.consecutiveFailures > 0 || now.lastProbeSuccessTime - told.lastProbeSuccessTime >= everyMs
}
