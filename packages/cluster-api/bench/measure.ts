import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

/** What one operation costs. */
export interface Cost {
  readonly nanoseconds: number
  readonly bytes: number
}

const sampleMs = 40
const samples = 7

/** The time of the best of several samples, for others share the machine; and the bytes allocated over one of them. */
export function measure(operation: () => unknown): Cost {
  const rounds = roundsFor(operation)
  const best = Math.min(...Array.from({ length: samples }, () => timed(operation, rounds)))
  const before = allocated()
  repeat(operation, rounds)
  const bytes = (allocated() - before) / rounds
  return { nanoseconds: (best * 1e6) / rounds, bytes: Math.max(0, Math.round(bytes)) }
}

// A first run also serves as warm-up: the sample grows until it is long enough to be timed.
function roundsFor(operation: () => unknown): number {
  for (let rounds = 1; ; rounds *= 2) {
    const time = timed(operation, rounds)
    if (time >= sampleMs) return rounds
  }
}

function timed(operation: () => unknown, rounds: number): number {
  const start = performance.now()
  repeat(operation, rounds)
  return performance.now() - start
}

function repeat(operation: () => unknown, rounds: number): void {
  for (let i = 0; i < rounds; i++) kept = operation()
}

// The result must be used by something, or the compiler may leave the operation out.
let kept: unknown

/** The last result of a measured operation. */
export function lastResult(): unknown {
  return kept
}

// Counted by the engine since it started, so no collection in between can hide anything; older Nodes lack it.
function allocated(): number {
  const statistics: { total_allocated_bytes?: number } = getHeapStatistics()
  return statistics.total_allocated_bytes ?? process.memoryUsage().heapUsed
}
