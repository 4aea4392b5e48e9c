import { formatAge, safeText } from '@sitrep/present'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Lane, LaneSpan, Transition } from '../../src/answers.ts'
import { useWidth } from '../parts/hooks.ts'
import { lookClass, meaningWords, Word } from '../parts/mark.tsx'
import { formatTime, Message } from '../parts/text.tsx'
import { type DrawnSpan, drawLane, pan, type TimeRange, ticks, zoom } from './lanes.ts'

// As the style sheet has it.
const laneHeight = 32
const axisHeight = 24
const leastDrawn = 3
// A letter of the words in a span is about so wide.
const letterWidth = 7

interface LanesProps {
  readonly lanes: readonly Lane[]
  readonly below: readonly Transition[]
  readonly range: TimeRange
  readonly whole: TimeRange
  readonly choose: (range: TimeRange) => void
}

/** The span that is pointed at or gone to. */
interface Place {
  readonly lane: number
  readonly span: LaneSpan
}

/** Conditions as lanes over time. */
export function Lanes({ lanes, below, range, whole, choose }: LanesProps) {
  const [measured, width] = useWidth()
  const [place, setPlace] = useState<Place | undefined>(undefined)
  const drawn = lanes.map((lane) => drawLane(lane, range))
  const current = place ?? firstPlace(drawn)
  const area = useRef<HTMLDivElement>(null)
  useWheel(area, { range, whole, choose })
  const rows = lanes.length + (below.length > 0 ? 1 : 0)
  const height = rows * laneHeight + axisHeight
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = zoomedByKey(event, range, whole)
    const to =
      next === undefined && current !== undefined ? moveInLanes(drawn, current, event.key) : undefined
    if (next === undefined && to === undefined) return
    event.preventDefault()
    if (next !== undefined) choose(next)
    if (to === undefined) return
    setPlace(to)
    area.current?.querySelector<HTMLElement>(`[data-place="${to.lane} ${to.span.from}"]`)?.focus()
  }
  return (
    <div class="lanes" onMouseLeave={() => setPlace(undefined)}>
      <ul class="lane-names" aria-hidden="true">
        {lanes.map(({ address }) => (
          <li key={address} title={safeText(address)}>
            {safeText(address)}
          </li>
        ))}
        {below.length > 0 && <li class="muted">below it</li>}
      </ul>
      <div class="lane-area" ref={area}>
        <div ref={measured}>
          <svg
            role="group"
            aria-label="Conditions over time"
            width={width}
            height={height}
            onKeyDown={onKeyDown}
          >
            <Axis range={range} width={width} height={height} />
            {drawn.map((spans, lane) =>
              spans.map((each) => (
                <Span
                  key={`${lane} ${each.span.from}`}
                  drawn={each}
                  lane={lane}
                  address={lanes[lane]?.address ?? ''}
                  width={width}
                  focused={current?.lane === lane && current.span.from === each.span.from}
                  go={() => setPlace({ lane, span: each.span })}
                  leave={() => setPlace(undefined)}
                />
              )),
            )}
            {below
              .filter(({ at }) => at >= range.from && at <= range.to)
              .map(({ id, at, meaning }) => (
                <circle
                  key={id}
                  class={`below-mark ${lookClass(meaning)}`}
                  cx={partOf(range, at) * width}
                  cy={lanes.length * laneHeight + laneHeight / 2}
                  r="4"
                />
              ))}
          </svg>
        </div>
        {place !== undefined && (
          <Tooltip place={place} address={lanes[place.lane]?.address ?? ''} range={range} width={width} />
        )}
      </div>
    </div>
  )
}

const partOf = ({ from, to }: TimeRange, at: number): number => (at - from) / (to - from)

function firstPlace(drawn: readonly (readonly DrawnSpan[])[]): Place | undefined {
  const lane = drawn.findIndex((spans) => spans.length > 0)
  const span = drawn[lane]?.at(-1)?.span
  return span === undefined ? undefined : { lane, span }
}

interface SpanProps {
  readonly drawn: DrawnSpan
  readonly lane: number
  readonly address: string
  readonly width: number
  readonly focused: boolean
  readonly go: () => void
  readonly leave: () => void
}

function Span({ drawn, lane, address, width, focused, go, leave }: SpanProps) {
  const { span, left } = drawn
  const drawnWidth = Math.max(leastDrawn, drawn.width * width - 1)
  const words = safeText(span.reason === '' ? span.status : span.reason)
  const room = Math.floor((drawnWidth - 12) / letterWidth)
  const fitting = words.length <= room ? words : `${words.slice(0, Math.max(0, room - 1))}…`
  return (
    <g
      class={`span ${lookClass(span.meaning)} ${span.status === 'Absent' ? 'is-absent' : ''}`}
      role="img"
      tabIndex={focused ? 0 : -1}
      data-place={`${lane} ${span.from}`}
      aria-label={spanWords(span, safeText(address))}
      onFocus={go}
      onBlur={leave}
      onMouseEnter={go}
    >
      <rect x={left * width} y={lane * laneHeight + 4} width={drawnWidth} height={laneHeight - 8} rx="3" />
      {fitting.length > 2 && (
        <text x={left * width + 6} y={lane * laneHeight + laneHeight / 2 + 4}>
          {fitting}
        </text>
      )}
    </g>
  )
}

function spanWords({ from, to, status, reason, message, meaning }: LaneSpan, address: string): string {
  const until = to === undefined ? 'until now' : `for ${formatAge(to - from)}`
  const said = [status, reason, message].filter(Boolean).map(safeText).join(', ')
  return `${address} ${said}; ${meaningWords[meaning]}; from ${formatTime(from, from)} ${until}`
}

function Tooltip({
  place,
  address,
  range,
  width,
}: {
  readonly place: Place
  readonly address: string
  readonly range: TimeRange
  readonly width: number
}) {
  const { span, lane } = place
  const left = Math.min(
    Math.max(0, partOf(range, Math.max(span.from, range.from)) * width),
    Math.max(0, width - 300),
  )
  return (
    <div
      class="tooltip"
      aria-hidden="true"
      style={{ left: `${left}px`, top: `${(lane + 1) * laneHeight + 2}px` }}
    >
      <p>
        <b>{safeText(address)}</b> <Word of={span.meaning} word={span.status} />{' '}
        <span class="reason">{safeText(span.reason)}</span>
      </p>
      {span.message !== '' && (
        <p>
          <Message text={span.message} />
        </p>
      )}
      <p class="muted">
        {formatTime(span.from, span.from)}{' '}
        {span.to === undefined
          ? 'until now'
          : `to ${formatTime(span.to, span.to)}, for ${formatAge(span.to - span.from)}`}
      </p>
    </div>
  )
}

function Axis({
  range,
  width,
  height,
}: {
  readonly range: TimeRange
  readonly width: number
  readonly height: number
}) {
  const most = Math.max(1, Math.floor(width / 110))
  const offset = -new Date(range.from).getTimezoneOffset() * 60_000
  const marks = ticks(range, most, offset)
  const step = (marks[1] ?? range.to) - (marks[0] ?? range.from)
  return (
    <g class="axis" aria-hidden="true">
      {marks.map((at) => {
        const x = partOf(range, at) * width
        return (
          <g key={at}>
            <line x1={x} x2={x} y1="0" y2={height - axisHeight + 4} />
            <text x={Math.min(Math.max(x, 30), width - 30)} y={height - 6} text-anchor="middle">
              {tickWords(at, step)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** As much of an instant as tells it from the one beside it. */
function tickWords(at: number, step: number): string {
  const date = new Date(at)
  if (step >= dayMs) return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
  const seconds = step < minuteMs ? ({ second: '2-digit' } as const) : {}
  const time = date.toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    ...seconds,
    hourCycle: 'h23',
  })
  const midnight = date.getHours() === 0 && date.getMinutes() === 0
  return midnight ? date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' }) : time
}

function zoomedByKey(
  { key, shiftKey }: KeyboardEvent,
  range: TimeRange,
  whole: TimeRange,
): TimeRange | undefined {
  const around = (range.from + range.to) / 2
  if (key === '+' || key === '=') return zoom(range, whole, { factor: 0.5, around })
  if (key === '-' || key === '_') return zoom(range, whole, { factor: 2, around })
  if (key === '0') return whole
  if (shiftKey && key === 'ArrowLeft') return pan(range, whole, -0.25)
  if (shiftKey && key === 'ArrowRight') return pan(range, whole, 0.25)
  return undefined
}

function moveInLanes(
  drawn: readonly (readonly DrawnSpan[])[],
  { lane, span }: Place,
  key: string,
): Place | undefined {
  const spans = drawn[lane] ?? []
  const at = spans.findIndex((each) => each.span.from === span.from)
  const beside = (by: number): Place | undefined => {
    const next = spans[at + by]
    return next === undefined ? undefined : { lane, span: next.span }
  }
  const over = (by: number): Place | undefined => {
    for (let to = lane + by; to >= 0 && to < drawn.length; to += by) {
      // The one that was so at the same time.
      const next = drawn[to]?.findLast((each) => each.span.from <= span.from) ?? drawn[to]?.[0]
      if (next !== undefined) return { lane: to, span: next.span }
    }
    return undefined
  }
  switch (key) {
    case 'ArrowLeft':
      return beside(-1)
    case 'ArrowRight':
      return beside(1)
    case 'ArrowUp':
      return over(-1)
    case 'ArrowDown':
      return over(1)
    default:
      return undefined
  }
}

type Zooming = Pick<LanesProps, 'range' | 'whole' | 'choose'>

/** Ctrl with the wheel, or a pinch, zooms at the pointer; the wheel alone scrolls the page as everywhere. */
function useWheel(area: { readonly current: HTMLDivElement | null }, zooming: Zooming): void {
  const latest = useRef(zooming)
  latest.current = zooming
  useEffect(() => {
    const element = area.current
    const turned = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { range, whole, choose } = latest.current
      const box = element?.getBoundingClientRect()
      const part = box === undefined || box.width === 0 ? 0.5 : (event.clientX - box.left) / box.width
      const around = range.from + (range.to - range.from) * part
      choose(zoom(range, whole, { factor: event.deltaY > 0 ? 1.25 : 0.8, around }))
    }
    // Not passive: the browser would zoom the whole page.
    element?.addEventListener('wheel', turned, { passive: false })
    return () => element?.removeEventListener('wheel', turned)
  }, [area])
}
