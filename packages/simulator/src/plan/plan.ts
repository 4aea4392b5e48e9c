import type { SimulatedFamily } from '../simulated-family.ts'
import { type Plan, together } from './action.ts'
import type { PlanInput } from './input.ts'

/** All that happens next. Pure: the same world, time, timings and seed give the same plan. */
export const plan = (families: readonly Pick<SimulatedFamily, 'planners'>[], input: PlanInput): Plan =>
  together(families.flatMap(({ planners }) => planners.map((planner) => planner(input))))
