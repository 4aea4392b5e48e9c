/** Calls back later. What it returns takes that back. */
export interface Timers {
  readonly after: (ms: number, run: () => void) => () => void
}

/** The timers of this process; they do not keep it running. */
export const processTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
