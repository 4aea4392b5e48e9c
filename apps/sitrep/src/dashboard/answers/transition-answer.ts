import type { RecordedTransition } from '@sitrep/controller'
import type { Transition, TransitionsAnswer } from '@sitrep/dashboard'
import { meaningOf } from '@sitrep/present'
import { bounded } from '../bounded.ts'
import type { Past } from '../world/dashboard-world.ts'

/** A transition as the page shows it. */
export const transitionAnswer = ({
  id,
  at,
  ref,
  type,
  from,
  to,
  reason,
  message,
}: RecordedTransition): Transition => ({
  id,
  at,
  ref,
  address: bounded(type, 200),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  reason: bounded(reason, 500),
  message: bounded(message),
  meaning: to === undefined ? 'plain' : meaningOf(type, to),
})

const usualLimit = 200
const mostAtOnce = 1_000

/** What changed last, anywhere. */
export const transitionsAnswer = (
  past: Past,
  { before, limit = usualLimit }: { readonly before?: number; readonly limit?: number },
  upTo: number,
): TransitionsAnswer => ({
  upTo,
  items: past
    .recent({ ...(before !== undefined && { before }), limit: Math.min(limit, mostAtOnce) })
    .map(transitionAnswer),
})
