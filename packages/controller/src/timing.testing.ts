import { setImmediate as turn } from 'node:timers/promises'
import type { Timing } from './timing.ts'

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock that moves only when told. Between two steps everything that can happen without it does happen. */
export interface ManualTiming extends Timing {
  readonly advance: (milliseconds: number, step?: number) => Promise<void>
  /** Sets the clock as somebody sets a clock: whoever sleeps sleeps as long as before. */
  readonly jump: (milliseconds: number) => void
}

// Enough turns of the event loop for a request over loopback and its answer.
const turnsPerStep = 60

export function manualTiming(start: number): ManualTiming {
  let [now, elapsed] = [start, 0]
  let sleepers: Sleeper[] = []
  return {
    now: () => now,
    elapsed: () => elapsed,
    random: () => 0.5,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const sleeper = { at: elapsed + milliseconds, wake: resolve }
        sleepers.push(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers = sleepers.filter(({ wake }) => wake !== resolve)
          resolve()
        })
      }),
    jump(milliseconds) {
      now += milliseconds
    },
    async advance(milliseconds, step = milliseconds) {
      const end = elapsed + milliseconds
      while (elapsed < end) {
        const passed = Math.min(end - elapsed, step)
        now += passed
        elapsed += passed
        const due = sleepers.filter(({ at }) => at <= elapsed)
        sleepers = sleepers.filter(({ at }) => at > elapsed)
        for (const { wake } of due.sort((a, b) => a.at - b.at)) wake()
        for (let count = 0; count < turnsPerStep; count++) await turn()
      }
    },
  }
}
