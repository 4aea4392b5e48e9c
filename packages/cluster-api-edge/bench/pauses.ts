import { constants, monitorEventLoopDelay, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import type { BenchRow } from '../../controller/bench/client.bench.ts'
import { quantile } from './latencies.ts'

/** The upper ends of what pauses are counted by, in milliseconds. */
const steps = [5, 10, 20, 50, 100, Number.POSITIVE_INFINITY] as const

/** Less than this in one round of the event loop is nobody's pause. */
const shortMs = 1

/**
 * What held the event loop while something was measured: the collector, parts of turns, what is no part of a turn, and everything together.
 * The collector tells how long it stopped everything, but not of the steps in which it marks before that: hundreds of milliseconds in all for
 * a large heap, which count to whatever they fall into.
 */
export class Pauses {
  readonly #held: Map<string, number[]> = new Map()
  readonly #loop = monitorEventLoopDelay({ resolution: 1 })
  readonly #rounds: number[] = []
  #ticks: NodeJS.Timeout | undefined = undefined
  /** Milliseconds of turns in this round of the event loop. */
  #inTurns = 0
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, detail } = entry as PerformanceEntry & { readonly detail?: { kind?: number } }
      const young = detail?.kind === constants.NODE_PERFORMANCE_GC_MINOR
      this.#note(young ? 'collector of the young' : 'collector of the old', duration)
    }
  })

  begin(): void {
    this.#observer.observe({ entryTypes: ['gc'] })
    this.#held.clear()
    this.#loop.enable()
    this.#rounds.length = 0
    let before = usedMs()
    this.#inTurns = 0
    this.#ticks = setInterval(() => {
      const now = usedMs()
      this.#round(now - before)
      before = now
    }, 1)
  }

  /** A part of a turn held the event loop. */
  inTurn(part: string, milliseconds: number): void {
    this.#inTurns += milliseconds
    this.#note(`turn: ${part}`, milliseconds)
  }

  /** What was counted since the beginning: how long each held the loop, and how often for how long. */
  end(): readonly BenchRow[] {
    this.#loop.disable()
    this.#observer.disconnect()
    clearInterval(this.#ticks)
    return [
      { name: 'event loop held, p99', value: this.#loop.percentile(99) / 1e6, unit: 'ms' },
      { name: 'event loop held, longest', value: this.#loop.max / 1e6, unit: 'ms' },
      // Where others work on the machine too, what they take is not counted here.
      { name: 'event loop held by this thread, p99', value: quantile(this.#rounds, 0.99), unit: 'ms' },
      { name: 'event loop held by this thread, longest', value: quantile(this.#rounds, 1), unit: 'ms' },
      ...[...this.#held].sort().flatMap(([what, samples]) => histogram(what, samples)),
    ]
  }

  #round(milliseconds: number): void {
    if (milliseconds > shortMs) this.#rounds.push(milliseconds)
    const outside = milliseconds - this.#inTurns
    this.#inTurns = 0
    if (outside > shortMs) this.#note('outside of turns', outside)
  }

  #note(what: string, milliseconds: number): void {
    const known = this.#held.get(what)
    if (known === undefined) this.#held.set(what, [milliseconds])
    else known.push(milliseconds)
  }
}

/** Milliseconds of processor time that this thread has used. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function histogram(what: string, samples: readonly number[]): readonly BenchRow[] {
  const counts = steps.map((most, at) => {
    const least = steps[at - 1] ?? 0
    const value = samples.filter((sample) => sample > least && sample <= most).length
    const name = most === Number.POSITIVE_INFINITY ? `over ${least} ms` : `${least} to ${most} ms`
    return { name: `${what}, ${name}`, value, unit: '' }
  })
  return [
    { name: `${what}, longest`, value: quantile(samples, 1), unit: 'ms' },
    ...counts.filter(({ value }) => value > 0),
  ]
}
