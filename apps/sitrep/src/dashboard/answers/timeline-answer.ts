import type { Condition } from '@sitrep/conditions'
import type { CounterCourse, Lane, LaneSpan, TimelineAnswer } from '@sitrep/dashboard'
import { meaningOf, type TimelineEntry } from '@sitrep/present'
import type { ObjectRef } from '@sitrep/status'
import { bounded } from '../bounded.ts'
import { countersOf } from '../fleet/counters.ts'
import type { DashboardWorld } from '../world/dashboard-world.ts'
import { conditionRows } from './conditions-answer.ts'
import { transitionAnswer } from './transition-answer.ts'
import { branchesOf, refsBelow } from './tree-answer.ts'

const mostSpans = 1_000
const mostLanes = 200
const mostBelow = 300
const mostObjectsBelow = 2_000

/** How an object went: its conditions as lanes, its counters as steps, and what changed below it; nothing where there is no such object. */
export function timelineAnswer(
  ref: ObjectRef,
  world: DashboardWorld,
  since: number | undefined,
): TimelineAnswer | undefined {
  const object = world.object(ref)
  if (object === undefined) return undefined
  const to = world.now()
  const standing = conditionRows(object, world).map((row): TimelineEntry => {
    const { address: type, status, reason, message, lastTransitionTime = '' } = row
    return { at: Date.parse(lastTransitionTime), type, to: status, reason, message }
  })
  const remembered = world.past.timeline(object.ref, 0)
  const known = new Set(remembered.map(({ type }) => type))
  // Of what began before anybody looked, the object itself says since when it is so.
  const entries = [...standing.filter(({ at, type }) => !known.has(type) && !Number.isNaN(at)), ...remembered]
  const counters = world.past.counters(object.ref, since ?? 0)
  const first = Math.min(to, ...entries.map(({ at }) => at), ...counters.map(({ at }) => at))
  const from = since === undefined ? first : Math.min(since, to)
  const below = refsBelow(branchesOf(object, world, new Date(to).toISOString())).slice(0, mostObjectsBelow)
  return {
    from,
    to,
    lanes: lanesOf(entries, from),
    counters: coursesOf(counters, { from, now: countersOf(object.computed, world.families), at: to }),
    below: world.past.among(below, { since: from, limit: mostBelow }).map(transitionAnswer),
  }
}

function lanesOf(entries: readonly TimelineEntry[], from: number): readonly Lane[] {
  const byAddress = Map.groupBy(entries, ({ type }) => type)
  return [...byAddress].slice(0, mostLanes).map(([address, own]) => ({
    address: bounded(address, 200),
    spans: spansOf(
      own.toSorted((a, b) => a.at - b.at),
      from,
    ).slice(-mostSpans),
  }))
}

function spansOf(entries: readonly TimelineEntry[], from: number): readonly LaneSpan[] {
  const [first] = entries
  const before =
    first?.from !== undefined && first.at > from
      ? [spanOf({ ...first, at: from, to: first.from, reason: '', message: '' }, first.at)]
      : []
  const spans = entries.map((entry, index) => spanOf(entry, entries[index + 1]?.at))
  return [...before, ...spans]
    .filter(({ to }) => to === undefined || to > from)
    .map((span) => (span.from < from ? { ...span, from } : span))
}

function spanOf(
  { at, type, to: status, reason, message }: TimelineEntry,
  until: number | undefined,
): LaneSpan {
  return {
    from: at,
    ...(until !== undefined && { to: until }),
    status: (status as Condition['status'] | undefined) ?? 'Absent',
    meaning: status === undefined ? 'plain' : meaningOf(type, status),
    reason: bounded(reason, 500),
    message: bounded(message, 1_000),
  }
}

interface Course {
  readonly from: number
  readonly at: number
  /** What is counted now, where nobody remembers anything else. */
  readonly now: readonly Omit<CounterCourse['points'][number] & { name: string }, 'at'>[]
}

function coursesOf(
  counters: readonly {
    readonly at: number
    readonly name: string
    readonly have: number
    readonly want?: number
  }[],
  { from, at, now }: Course,
): readonly CounterCourse[] {
  const byName = Map.groupBy(counters, ({ name }) => name)
  const names = new Set([...now.map(({ name }) => name), ...byName.keys()])
  return [...names].flatMap((name) => {
    const present = now.find((each) => each.name === name)
    const points = (byName.get(name) ?? (present === undefined ? [] : [{ ...present, at }])).map((point) => ({
      at: Math.max(point.at, Math.min(from, at)),
      have: point.have,
      ...(point.want !== undefined && { want: point.want }),
    }))
    return points.length === 0 ? [] : [{ name, points: points.slice(-mostSpans) }]
  })
}
