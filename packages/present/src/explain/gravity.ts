import { type HoldRow, isWanted } from '@sitrep/status'
import { meaningOf, polarityOf } from '../polarity.ts'
import { type Explained, gist } from './explained.ts'

/**
 * How grave a cause is, the gravest first: `wrong` has failed or waits for somebody, of what is `unclear` nobody knows, what is `paused`
 * somebody holds, and what is `underway` comes to an end by itself as far as anybody can tell.
 */
export const gravities = ['wrong', 'unclear', 'paused', 'underway'] as const

export type Gravity = (typeof gravities)[number]

/** What the gravity of a cause depends on besides itself. */
export interface Weighing {
  readonly now: string
  /** What the families know to wait for somebody. */
  readonly holds: readonly HoldRow[]
}

/** When work that goes on counts as wrong: longer than a machine takes to come up or a Node to be drained. */
export const longMs: number = 15 * 60_000

// Reasons that tell of something that has only not happened yet.
const onItsWay =
  /Waiting|Pending|InProgress|Creating|Provisioning|Progressing|Initializing|Installing|Updating|Rolling|Scaling|Starting|Draining|Deleting|Deletion|Terminating|ContainerCreating|PodInitializing|(?<!Node|Kubelet)Not(Ready|Available|Initialized|Provisioned|Reconciled|UpToDate)$/

// What is unknown only because something has not come yet is as far as that: a Machine whose Node has not joined.
const waits = /^Waiting for /

const failed = /Fail|Error|Exceeded|Denied|Forbidden|Invalid|BackOff/

/** Whether a condition, be it as it should be or not, tells of something that waits for somebody. */
export function isHeld(
  { ref, type, condition }: Pick<Explained, 'ref' | 'type' | 'condition'>,
  { holds }: Pick<Weighing, 'holds'>,
): boolean {
  if (condition === undefined) return false
  const { reason = '', message = '' } = condition
  return holds.some(
    ([kind, wantedType, wantedReason, words]) =>
      isWanted(kind, ref.kind) &&
      isWanted(wantedType, type) &&
      isWanted(wantedReason, reason) &&
      (words === undefined || words.test(gist(message))),
  )
}

/** How grave it is that a condition is as it is. */
export function gravityOf(cause: Explained, weighing: Weighing): Gravity {
  const { type, condition } = cause
  if (condition === undefined) return 'unclear'
  const { status, reason = '', message = '', lastTransitionTime } = condition
  const { now } = weighing
  if (isHeld(cause, weighing)) return 'wrong'
  if (type === 'Paused') return 'paused'
  const meaning = meaningOf(type, status)
  const lasts = Date.parse(now) - Date.parse(lastTransitionTime ?? now)
  if (meaning === 'unknown') return waits.test(gist(message)) && lasts <= longMs ? 'underway' : 'unclear'
  if (failed.test(reason)) return 'wrong'
  const problem = meaning === 'bad' && polarityOf(type) === 'negative'
  if (problem || (meaning === 'bad' && reason !== '' && !onItsWay.test(reason))) return 'wrong'
  return lasts > longMs ? 'wrong' : 'underway'
}
