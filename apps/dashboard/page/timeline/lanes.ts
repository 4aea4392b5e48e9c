import type { CounterCourse, Lane, LaneSpan } from '../../src/answers.ts'

/** A stretch of time, in milliseconds. */
export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** A span as it is drawn: from and to in parts of the width. */
export interface DrawnSpan {
  readonly span: LaneSpan
  readonly left: number
  readonly width: number
}

const leastRangeMs = 1000

/** The spans of a lane that can be seen in this range, cut to it; a part of the width each. */
export function drawLane({ spans }: Lane, range: TimeRange): readonly DrawnSpan[] {
  const length = range.to - range.from
  return spans.flatMap((span) => {
    const from = Math.max(span.from, range.from)
    const to = Math.min(span.to ?? range.to, range.to)
    if (to < range.from || from > range.to || to < from) return []
    return [{ span, left: (from - range.from) / length, width: (to - from) / length }]
  })
}

/** Nearer (a factor below one) or farther around a point of the range; never beyond the whole. */
export function zoom(
  range: TimeRange,
  whole: TimeRange,
  { factor, around }: { readonly factor: number; readonly around: number },
): TimeRange {
  const length = Math.min(Math.max((range.to - range.from) * factor, leastRangeMs), whole.to - whole.from)
  const part = (around - range.from) / (range.to - range.from)
  return within({ from: around - length * part, to: around + length * (1 - part) }, whole)
}

/** The range moved by a part of its own length. */
export function pan(range: TimeRange, whole: TimeRange, part: number): TimeRange {
  const by = (range.to - range.from) * part
  return within({ from: range.from + by, to: range.to + by }, whole)
}

function within({ from, to }: TimeRange, whole: TimeRange): TimeRange {
  if (from < whole.from) return { from: whole.from, to: Math.min(whole.to, to + whole.from - from) }
  if (to > whole.to) return { from: Math.max(whole.from, from - (to - whole.to)), to: whole.to }
  return { from, to }
}

// biome-ignore format: read as a table
const steps: readonly number[] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 2_592_000]
  .map((seconds) => seconds * 1000)

/** Round instants to write under a range, so many at most. `offsetMs` is how far the reader's clock is from UTC. */
export function ticks({ from, to }: TimeRange, most: number, offsetMs = 0): readonly number[] {
  const step = steps.find((each) => (to - from) / each <= most) ?? (to - from) / most
  const found: number[] = []
  for (let at = Math.ceil((from + offsetMs) / step) * step - offsetMs; at <= to; at += step) found.push(at)
  return found
}

/** The course of a counter as a path of steps in a box. */
export function stepPath(
  { points }: CounterCourse,
  read: (point: CounterCourse['points'][number]) => number | undefined,
  { range, width, height, most }: { range: TimeRange; width: number; height: number; most: number },
): string {
  const x = (at: number): string =>
    (((Math.min(Math.max(at, range.from), range.to) - range.from) / (range.to - range.from)) * width).toFixed(
      1,
    )
  const y = (value: number): string => (height - (value / Math.max(most, 1)) * height).toFixed(1)
  let path = ''
  let open = false
  for (const [index, point] of points.entries()) {
    const value = read(point)
    const until = points[index + 1]?.at ?? range.to
    if (value === undefined || until < range.from || point.at > range.to) {
      open = false
      continue
    }
    path += open ? `V${y(value)}` : `M${x(point.at)} ${y(value)}`
    path += `H${x(until)}`
    open = true
  }
  return path
}
