import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import type { BenchRow } from '../../controller/bench/client.bench.ts'
import { quantile } from './latencies.ts'

/** The upper ends of what pauses are counted by, in milliseconds. */
const steps = [5, 10, 20, 50, 100, Number.POSITIVE_INFINITY] as const

/** What held the event loop while something was measured: the collector, turns of the engine, and everything together. */
export class Pauses {
  readonly #collector: number[] = []
  readonly #turns: number[] = []
  readonly #loop = monitorEventLoopDelay({ resolution: 1 })
  readonly #observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) this.#collector.push(duration)
  })

  begin(): void {
    this.#observer.observe({ entryTypes: ['gc'] })
    this.#turns.length = 0
    this.#loop.enable()
  }

  /** One call of the engine. */
  turn(seconds: number): void {
    this.#turns.push(seconds * 1_000)
  }

  /** What was counted since the beginning, longest first: how often each held the loop, and for how long. */
  end(): readonly BenchRow[] {
    this.#loop.disable()
    this.#observer.disconnect()
    return [
      { name: 'event loop held, p99', value: this.#loop.percentile(99) / 1e6, unit: 'ms' },
      { name: 'event loop held, longest', value: this.#loop.max / 1e6, unit: 'ms' },
      ...histogram('collector', this.#collector),
      ...histogram('turn of the engine', this.#turns),
    ]
  }
}

function histogram(what: string, samples: readonly number[]): readonly BenchRow[] {
  const counts = steps.map((most, at) => {
    const least = steps[at - 1] ?? 0
    const value = samples.filter((sample) => sample > least && sample <= most).length
    const name = most === Number.POSITIVE_INFINITY ? `over ${least} ms` : `${least} to ${most} ms`
    return { name: `${what}, ${name}`, value, unit: '' }
  })
  return [
    { name: `${what}, p99`, value: quantile(samples, 0.99), unit: 'ms' },
    { name: `${what}, longest`, value: quantile(samples, 1), unit: 'ms' },
    ...counts.filter(({ value }) => value > 0),
  ]
}
