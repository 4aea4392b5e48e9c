/** The three answers a condition can give. */
export const conditionStatuses = ['True', 'False', 'Unknown'] as const

/** One of the three answers. Foreign objects may hold other strings; what a function does with them it says itself. */
export type ConditionStatus = (typeof conditionStatuses)[number]

/** A time as RFC 3339 text, any offset, optional fraction. Times made here are `YYYY-MM-DDTHH:MM:SSZ`. */
export type Instant = string

/**
 * One statement about an object, in the shape the Kubernetes API calls `metav1.Condition`.
 * An absent generation is generation 0; an absent time is the time that was never set.
 */
export interface Condition {
  readonly type: string
  readonly status: ConditionStatus
  readonly observedGeneration?: number
  readonly lastTransitionTime?: Instant
  readonly reason: string
  readonly message: string
}

/** What a condition says, apart from when and about which generation. */
export interface ConditionState {
  readonly status: ConditionStatus
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime?: Instant
}

/** Reason of a condition that is made up because its source does not report it. */
export const notYetReported = 'NotYetReported'

/** Reason that stands in where a source reports none: an API server refuses an empty one. */
export const noReasonReported = 'NoReasonReported'

/** The status that says what a boolean says. */
export function statusOf(holds: boolean): ConditionStatus {
  return holds ? 'True' : 'False'
}

/** Whether a string of unknown origin is one of the three answers. */
export function isConditionStatus(text: unknown): text is ConditionStatus {
  return text === 'True' || text === 'False' || text === 'Unknown'
}

/** The parts of a condition before they are put together; generation 0 and no time are left out of the result. */
export interface ConditionParts {
  readonly type: string
  readonly status: ConditionStatus
  readonly observedGeneration?: number | undefined
  readonly lastTransitionTime?: Instant | undefined
  readonly reason: string
  readonly message: string
}

/** Puts a condition together with its keys in the order in which an API server writes them. */
export function condition(parts: ConditionParts): Condition {
  const { type, status, observedGeneration, lastTransitionTime, reason, message } = parts
  if (observedGeneration) {
    return lastTransitionTime
      ? { type, status, observedGeneration, lastTransitionTime, reason, message }
      : { type, status, observedGeneration, reason, message }
  }
  return lastTransitionTime
    ? { type, status, lastTransitionTime, reason, message }
    : { type, status, reason, message }
}
