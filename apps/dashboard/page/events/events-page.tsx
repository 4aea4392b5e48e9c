import { lookCommands } from '@sitrep/present'
import { useEffect, useState } from 'preact/hooks'
import type { Transition, TransitionsAnswer } from '../../src/answers.ts'
import { questions } from '../../src/questions.ts'
import { useAnswer, useFleet, useNow, useWorld } from '../parts/hooks.ts'
import { lookClass } from '../parts/mark.tsx'
import { memo } from '../parts/memo.ts'
import { Failed, Loading, Notice } from '../parts/states.tsx'
import { CopyButton, formatInstant, formatTime, Message } from '../parts/text.tsx'
import { WhatChanged } from '../parts/what-changed.tsx'
import { AskError } from '../source/source.ts'
import { type HeldEvents, noEvents, withEvent, withOlder, withPause } from './held-events.ts'

const pageSize = 100

/** What changes, as it changes. */
export function EventsPage() {
  const world = useWorld()
  const { connection } = useFleet()
  const first = useAnswer<TransitionsAnswer>(questions.transitions(undefined, pageSize))
  const [events, setEvents] = useState<HeldEvents>(noEvents)
  useEffect(
    () => world.onTransition((transition) => setEvents((before) => withEvent(before, transition))),
    [world],
  )
  useEffect(() => {
    const { answer } = first
    if (answer !== undefined) setEvents((before) => withOlder(before, answer.items))
  }, [first.answer])
  return (
    <div class="events">
      <h1>Events</h1>
      {connection.state !== 'snapshot' && (
        <PauseBar events={events} set={(paused) => setEvents((before) => withPause(before, paused))} />
      )}
      {first.error !== undefined && <Failed error={first.error} what="events" />}
      {first.answer === undefined && first.error === undefined && <Loading what="what changed" />}
      {first.answer !== undefined && events.shown.length === 0 && (
        <Notice title="Nothing has changed yet">
          <p>Every condition that changes appears here at once.</p>
        </Notice>
      )}
      <EventList shown={events.shown} />
      {first.answer !== undefined && events.shown.length > 0 && (
        <Older
          before={events.shown.at(-1)?.id ?? 0}
          add={(older) => setEvents((before) => withOlder(before, older))}
        />
      )}
    </div>
  )
}

function PauseBar({ events, set }: { readonly events: HeldEvents; readonly set: (paused: boolean) => void }) {
  const { paused, held } = events
  return (
    <p class="pause-bar">
      <button type="button" onClick={() => set(!paused)}>
        {paused ? 'Resume' : 'Pause'}
      </button>
      <span role="status">
        {paused ? `Paused; ${held.length} held back` : 'What changes is shown at once, the newest first'}
      </span>
    </p>
  )
}

function EventList({ shown }: { readonly shown: readonly Transition[] }) {
  if (shown.length === 0) return null
  return (
    <ol class="event-list">
      {shown.map((transition) => (
        <Event key={transition.id} transition={transition} />
      ))}
    </ol>
  )
}

const Event = memo(({ transition }: { readonly transition: Transition }) => {
  const { at, ref, address, message, meaning } = transition
  const [ours = '', theirs = ''] = lookCommands(
    { ref, type: address, computed: true },
    { kubectl: [], sitrep: [] },
  )
  return (
    <li class={lookClass(meaning)}>
      <When at={at} />
      <div class="event-what">
        <p>
          <WhatChanged of={transition} />
        </p>
        {message !== '' && (
          <p class="muted">
            <Message text={message} />
          </p>
        )}
      </div>
      <div class="event-copy">
        <CopyButton text={ours} what="command" label="Copy sitrep" />
        {theirs !== '' && <CopyButton text={theirs} what="command" label="Copy kubectl" />}
      </div>
    </li>
  )
})

/** The time of day of an instant; the whole of it when it is pointed at. */
function When({ at }: { readonly at: number }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={formatInstant(at)}>
      {formatTime(at, now)}
    </time>
  )
}

function Older({
  before,
  add,
}: {
  readonly before: number
  readonly add: (older: readonly Transition[]) => void
}) {
  const world = useWorld()
  const [said, setSaid] = useState('')
  const ask = (): void => {
    setSaid('Reading …')
    world.source.ask<TransitionsAnswer>(questions.transitions(before, pageSize)).then(
      ({ items }) => {
        setSaid(items.length === 0 ? 'There is nothing older' : '')
        add(items)
      },
      (error: unknown) => {
        if (!(error instanceof AskError)) throw error
        setSaid(error.code === 'missing' ? 'There is nothing older' : error.message)
      },
    )
  }
  return (
    <p class="older">
      <button type="button" onClick={ask}>
        Older
      </button>{' '}
      <span role="status">{said}</span>
    </p>
  )
}
