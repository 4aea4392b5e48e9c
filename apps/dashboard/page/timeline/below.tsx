import type { Transition } from '../../src/answers.ts'
import { useNow } from '../parts/hooks.ts'
import { lookClass } from '../parts/mark.tsx'
import { formatTime } from '../parts/text.tsx'
import { WhatChanged } from '../parts/what-changed.tsx'

const most = 200

/** What else changed in the time that is seen, the newest first. */
export function Below({
  transitions,
  all,
}: {
  readonly transitions: readonly Transition[]
  readonly all: number
}) {
  const now = useNow()
  if (transitions.length === 0)
    return (
      <p class="muted">
        {all === 0 ? 'Nothing below it has changed.' : `Nothing in this time; ${all} before or after it.`}
      </p>
    )
  const newest = [...transitions].sort((a, b) => b.at - a.at).slice(0, most)
  return (
    <>
      <ol class="event-list is-short">
        {newest.map((transition) => (
          <li key={transition.id} class={lookClass(transition.meaning)}>
            <time dateTime={new Date(transition.at).toISOString()}>{formatTime(transition.at, now)}</time>
            <p class="event-what">
              <WhatChanged of={transition} />
            </p>
          </li>
        ))}
      </ol>
      {transitions.length > most && (
        <p class="muted">{transitions.length - most} more in this time; zoom in to see them.</p>
      )}
    </>
  )
}
