import { simulatedFamilies } from '../families.ts'
import { usualTimings } from './timings.ts'
import type { Scenario, Timings } from './types.ts'

/** How long things take where nobody says otherwise. */
export const defaultTimings: Timings = usualTimings(simulatedFamilies)

/** Nothing happens by itself; what users apply is moved through its life. */
export const emptyScenario: Scenario = {
  name: 'none',
  seed: 'sitrep',
  timings: defaultTimings,
  timeline: [],
}
