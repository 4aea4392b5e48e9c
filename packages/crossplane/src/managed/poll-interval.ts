import { type Annotations, annotations } from './annotations.ts'
import { parseGoDuration } from './go-duration.ts'

/** How often an external resource is looked at when nothing else gives cause. */
export interface PollSettings {
  readonly pollMs: number
  /** The shortest interval that an annotation may ask for. */
  readonly minPollMs: number
}

/** The interval for one resource: its annotation where that is a positive duration, else what is configured. */
export function pollIntervalOf(given: Annotations, { pollMs, minPollMs }: PollSettings): number {
  const asked = parseGoDuration(given[annotations.pollInterval] ?? '')
  return asked === undefined || asked <= 0 ? pollMs : Math.max(asked, minPollMs)
}

/** An interval moved by up to `jitterMs` either way, so that many resources do not come due together. */
export function withJitter(intervalMs: number, jitterMs: number, chance: number): number {
  return Math.max(0, intervalMs + (chance - 0.5) * 2 * jitterMs)
}
