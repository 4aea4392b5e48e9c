import type { Happening, Scenario, Timings } from './types.ts'

/** The same scenario, in which everything takes so many times less. The clock stays the one of the world: what is written down has real times. */
export function faster(scenario: Scenario, speed: number): Scenario {
  if (!(speed > 0) || !Number.isFinite(speed))
    throw new RangeError(`The speed must be a number above 0, not ${speed}`)
  const { variation } = scenario.timings
  return {
    ...scenario,
    timings: { ...(shortened(scenario.timings, speed) as Timings), variation },
    timeline: scenario.timeline.map(({ atMs, happening }) => ({
      atMs: atMs / speed,
      happening: shortened(happening, speed) as Happening,
    })),
  }
}

// Lengths of time are told apart by their names.
function shortened(value: unknown, speed: number): unknown {
  if (Array.isArray(value)) return value.map((each) => shortened(each, speed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      name.endsWith('Ms') && typeof field === 'number'
        ? Math.max(1, Math.round(field / speed))
        : shortened(field, speed),
    ]),
  )
}
