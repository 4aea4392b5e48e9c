import type { SimulatedFamily } from '../simulated-family.ts'
import type { Place, Reader } from './reader.ts'
import type { Timings } from './types.ts'

/** How long things take in these families where nobody says otherwise. */
export const usualTimings = (families: readonly Pick<SimulatedFamily, 'scenario'>[]): Timings => ({
  ...Object.fromEntries(families.flatMap(({ scenario }) => Object.entries(scenario?.timings ?? {}))),
  variation: 0.2,
})

/** Reads how long things take, as far as a file tells. */
export function readTimings(reader: Reader, place: Place, usual: Timings): Timings {
  const { variation, ...durations } = usual
  const words = Object.entries(durations).map(([key, ms]) => ({ key, ms, word: key.replace(/Ms$/, '') }))
  reader.fields(place, [...words.map(({ word }) => word), 'variation'])
  const told = words.map(({ key, ms, word }) => [key, reader.duration(reader.field(place, word), ms)])
  return {
    ...Object.fromEntries(told),
    variation: Math.min(1, reader.number(reader.field(place, 'variation'), variation)),
  }
}
