import type { Trouble } from '@sitrep/status'
import type { Progress } from '@sitrep/status/following'
import { type Event, type Subject, toldTrouble } from './event.ts'

/** What has happened to an object between two looks. */
export function changesBetween(
  before: Progress | undefined,
  after: Progress,
  object: Subject,
): readonly Event[] {
  const told = after.phases.filter((phase, at) => {
    const was = before?.phases[at]
    if (was === undefined) return phase.state !== 'waiting'
    return JSON.stringify(was) !== JSON.stringify(phase)
  })
  const known = before?.troubles ?? []
  const fresh = without(after.troubles, known)
  const over = without(known, after.troubles)
  return [
    ...told.map((phase): Event => ({ event: 'phase', object, phase })),
    ...over.map((trouble): Event => ({ event: 'recovered', object, trouble: toldTrouble(trouble) })),
    ...fresh.map((trouble): Event => ({ event: 'trouble', object, trouble: toldTrouble(trouble) })),
  ]
}

function without(troubles: readonly Trouble[], others: readonly Trouble[]): readonly Trouble[] {
  const known = new Set(others.map(keyOf))
  return troubles.filter((trouble) => !known.has(keyOf(trouble)))
}

const keyOf = (trouble: Trouble): string => JSON.stringify(toldTrouble(trouble))
