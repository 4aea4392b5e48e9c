import { hasCode } from '../errors.ts'

/** How a write is tried again. */
export interface RetryRules {
  readonly mayRetry: (error: unknown) => boolean
  /**
   * What becomes of a try that was called off or ran out of time and may not be retried: `told` is an error like any other;
   * `forgotten` tells of the failure before it, and of none where it was the first, as Go's retry package does.
   */
  readonly calledOff: 'told' | 'forgotten'
  /** Waits a moment between tries. */
  readonly pause: () => Promise<void>
}

const tries = 5

/** Tries something up to five times. */
export async function retried(attempt: () => Promise<void>, rules: RetryRules): Promise<void> {
  let last: unknown
  for (let count = 0; count < tries; count++) {
    if (count > 0) await rules.pause()
    try {
      return await attempt()
    } catch (error) {
      if (rules.mayRetry(error)) {
        last = error
        continue
      }
      if (rules.calledOff === 'told' || !hasCode(error, 'cancelled', 'deadline')) throw error
      if (last === undefined) return
      throw last
    }
  }
  throw last
}
