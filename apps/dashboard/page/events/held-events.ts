import type { Transition } from '../../src/answers.ts'

/** The transitions that are shown, the newest first, and those that wait until somebody wants to go on. */
export interface HeldEvents {
  readonly shown: readonly Transition[]
  readonly held: readonly Transition[]
  readonly paused: boolean
}

/** More than anybody reads; older ones can be asked for. */
export const mostEvents = 1000

export const noEvents: HeldEvents = { shown: [], held: [], paused: false }

/** With one more, shown or held back. */
export function withEvent(events: HeldEvents, transition: Transition): HeldEvents {
  const known = [...events.held, ...events.shown.slice(0, 50)].some(({ id }) => id === transition.id)
  if (known) return events
  const added = (list: readonly Transition[]): readonly Transition[] =>
    [transition, ...list].slice(0, mostEvents)
  return events.paused ? { ...events, held: added(events.held) } : { ...events, shown: added(events.shown) }
}

/** Stopped, or going on with everything that was held back. */
export const withPause = (events: HeldEvents, paused: boolean): HeldEvents =>
  paused ? { ...events, paused } : { shown: merged(events.held, events.shown), held: [], paused }

/** With older ones behind those that are shown. */
export const withOlder = (events: HeldEvents, older: readonly Transition[]): HeldEvents => ({
  ...events,
  shown: merged(events.shown, older),
})

function merged(newer: readonly Transition[], older: readonly Transition[]): readonly Transition[] {
  const known = new Set(newer.map(({ id }) => id))
  return [...newer, ...older.filter(({ id }) => !known.has(id))]
}
