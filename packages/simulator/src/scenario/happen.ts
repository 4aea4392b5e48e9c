import type { SimulatedFamily } from '../simulated-family.ts'
import type { HappeningActions, Moment } from './part.ts'
import type { Happening } from './types.ts'

/** What a happening does to the world: the first family that it is for says so. */
export function happen(
  families: readonly Pick<SimulatedFamily, 'scenario'>[],
  happening: Happening,
  moment: Moment,
): HappeningActions {
  for (const { scenario } of families) {
    const planned = scenario?.actions(happening, moment)
    if (planned !== undefined) return planned
  }
  return { missing: `family for the happening ${happening.what}` }
}
