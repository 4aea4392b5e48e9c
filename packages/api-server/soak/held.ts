import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How long the event loop was held at a time, at worst. */
export interface Held {
  /** Of the processor: what one turn of the loop computed, whatever else the machine was doing. */
  readonly computedMs: number
  /** By the clock: what others had to wait for. */
  readonly waitedMs: number
}

/** Measures the longest turn of the event loop while something is done. */
export async function measureHeld<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly held: Held; readonly result: Result }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  let worst = 0
  let last = threadMs()
  let watching = true
  const look = (): void => {
    const now = threadMs()
    worst = Math.max(worst, now - last)
    last = now
    if (watching) setImmediate(look)
  }
  look()
  delay.enable()
  try {
    const result = await work()
    // The last turn has to end before it can be told how long it was.
    await new Promise((resolve) => setImmediate(resolve))
    look()
    return { result, held: { computedMs: worst, waitedMs: delay.max / 1e6 } }
  } finally {
    watching = false
    delay.disable()
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
