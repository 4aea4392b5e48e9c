/** How long things take, in milliseconds of the simulated clock. What is not told takes as long as its family says. */
export interface Timings {
  /** How far single durations lie apart, as a share: 0.2 is up to 20% more or less. */
  readonly variation: number
  readonly [what: `${string}Ms`]: number
}

/** One thing that happens at one moment. Which details it has is up to the family that knows it. */
export interface Happening {
  readonly what: string
  readonly [detail: string]: unknown
}

export interface TimelineEntry {
  /** Milliseconds after the start of the scenario. */
  readonly atMs: number
  readonly happening: Happening
}

/** A world to be played: how long things take, and what happens when. */
export interface Scenario {
  readonly name: string
  readonly seed: string
  readonly timings: Timings
  /** In the order in which it happens. */
  readonly timeline: readonly TimelineEntry[]
}
