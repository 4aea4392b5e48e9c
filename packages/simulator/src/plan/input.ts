import type { KubeObject } from '@sitrep/status'
import type { Timings } from '../scenario/types.ts'
import type { World } from '../world/world.ts'
import type { Plan } from './action.ts'

/** All that a planner may look at. */
export interface PlanInput {
  readonly world: World
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly timings: Timings
  /** The same seed gives the same names and durations. */
  readonly seed: string
}

/** Decides what happens next to one subject. Pure: the same input gives the same plan. */
export type Planner = (input: PlanInput) => Plan

/** The same for one object. */
export type ObjectPlanner = (object: KubeObject, input: PlanInput) => Plan
