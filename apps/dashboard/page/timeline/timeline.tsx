import { type ObjectRef, refKey } from '@sitrep/status'
import { useState } from 'preact/hooks'
import type { TimelineAnswer, Transition } from '../../src/answers.ts'
import { questions } from '../../src/questions.ts'
import { useAnswer, useFleet, useNow } from '../parts/hooks.ts'
import { Failed, Loading, Notice } from '../parts/states.tsx'
import { Below } from './below.tsx'
import { Courses } from './courses.tsx'
import { Lanes } from './lane-picture.tsx'
import { pan, type TimeRange, zoom } from './lanes.ts'

/** How an object came to what it is: its conditions over time, its counters, and what else changed then. */
export function Timeline({ of }: { readonly of: ObjectRef }) {
  const speaksOf = ({ below }: TimelineAnswer, keys: ReadonlySet<string>): boolean =>
    keys.has(refKey(of)) || below.some(({ ref }) => keys.has(refKey(ref)))
  const { answer, error } = useAnswer<TimelineAnswer>(questions.timeline(of), speaksOf)
  if (error !== undefined) return <Failed error={error} what="the timeline" />
  if (answer === undefined) return <Loading what="what happened" />
  if (answer.lanes.length === 0 && answer.below.length === 0)
    return (
      <Notice title="Nothing is remembered yet">
        <p>Conditions are remembered from the moment on in which Sitrep first sees them change.</p>
      </Notice>
    )
  return <Drawn answer={answer} />
}

function Drawn({ answer }: { readonly answer: TimelineAnswer }) {
  const whole = useWhole(answer)
  const [chosen, setChosen] = useState<TimeRange | undefined>(undefined)
  const range = chosen ?? whole
  const choose = (next: TimeRange): void =>
    setChosen(next.from <= whole.from && next.to >= whole.to ? undefined : next)
  return (
    <div class="timeline">
      <Zoom range={range} whole={whole} choose={choose} />
      <Lanes lanes={answer.lanes} below={answer.below} range={range} whole={whole} choose={choose} />
      {answer.counters.length > 0 && (
        <>
          <h2>Counters</h2>
          <Courses courses={answer.counters} range={range} />
        </>
      )}
      <h2>What else changed then</h2>
      <Below transitions={inRange(answer.below, range)} all={answer.below.length} />
    </div>
  )
}

const inRange = (transitions: readonly Transition[], { from, to }: TimeRange): readonly Transition[] =>
  transitions.filter(({ at }) => at >= from && at <= to)

/** All that can be seen: up to now while it goes on. */
function useWhole({ from, to, lanes }: TimelineAnswer): TimeRange {
  const now = useNow()
  const { connection } = useFleet()
  const goesOn = connection.state === 'live' && lanes.some(({ spans }) => spans.at(-1)?.to === undefined)
  // Moved every five seconds: a picture that never stands still cannot be read.
  const end = goesOn ? Math.max(to, Math.floor(now / 5000) * 5000) : to
  return { from, to: Math.max(end, from + 1000) }
}

interface ZoomProps {
  readonly range: TimeRange
  readonly whole: TimeRange
  readonly choose: (range: TimeRange) => void
}

function Zoom({ range, whole, choose }: ZoomProps) {
  const around = (range.from + range.to) / 2
  const isWhole = range.from <= whole.from && range.to >= whole.to
  return (
    <div class="zoom" role="toolbar" aria-label="Zoom">
      <button
        type="button"
        onClick={() => choose(zoom(range, whole, { factor: 0.5, around }))}
        aria-label="Nearer"
      >
        +
      </button>
      <button
        type="button"
        disabled={isWhole}
        onClick={() => choose(zoom(range, whole, { factor: 2, around }))}
        aria-label="Farther"
      >
        −
      </button>
      <button
        type="button"
        disabled={isWhole}
        onClick={() => choose(pan(range, whole, -0.5))}
        aria-label="Earlier"
      >
        ‹
      </button>
      <button
        type="button"
        disabled={isWhole}
        onClick={() => choose(pan(range, whole, 0.5))}
        aria-label="Later"
      >
        ›
      </button>
      <button type="button" disabled={isWhole} onClick={() => choose(whole)}>
        All
      </button>
      <span class="muted wide-only">
        Also: + and −, Shift with arrows, 0 for all; Ctrl with the wheel. Arrows go from span to span.
      </span>
    </div>
  )
}
