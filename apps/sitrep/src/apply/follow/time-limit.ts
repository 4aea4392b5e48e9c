import { realTiming, type Timing } from '@sitrep/controller'
import type { Call } from '../../command.ts'
import { parseDuration } from '../../options/duration.ts'

/** The clock by which waits are measured: setting the clock of the machine neither ends nor prolongs one. */
export const steadyTiming: Timing = { ...realTiming, now: () => performance.now() }

/** How long to follow something. */
export interface TimeLimit {
  /** By the clock that `followAll` is given. */
  readonly deadline: number
  /** All is looked at once, and the deadline is for that. */
  readonly once: boolean
}

const halfAnHour = 30 * 60_000
// How long looking once may take.
const lookMs = 30_000

/** What `--timeout` asks for, from now on; 0 is a single look, as it is for sitrep wait. */
export function timeLimit(call: Call, { now }: Pick<Timing, 'now'>): TimeLimit {
  const timeoutMs = parseDuration(call, 'timeout', halfAnHour)
  const once = timeoutMs === 0
  return { deadline: now() + (once ? lookMs : timeoutMs), once }
}
