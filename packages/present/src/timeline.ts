import { formatAge } from './age.ts'
import type { Meaning, Span } from './meaning.ts'
import { meaningOf } from './polarity.ts'
import { span } from './safe-text.ts'
import type { Table } from './table.ts'

/** One thing that happened to an object. */
export interface TimelineEntry {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** A condition type; `Event` for what somebody only remarked. */
  readonly type: string
  /** Absent: there was none before, or nobody knows. */
  readonly from?: string
  /** Absent: there is none any more. */
  readonly to?: string
  readonly reason: string
  readonly message: string
}

/** An entry with how long it lasted: until the next one of its type, or until now. */
export interface TimelineRow extends TimelineEntry {
  /** Absent: what is only remarked does not last. */
  readonly lastedMs?: number
  /** It is still so. */
  readonly current: boolean
}

/** Orders entries by time and measures each. Two at one moment stay in their order. */
export function timelineRows(entries: readonly TimelineEntry[], now: number): readonly TimelineRow[] {
  const nextOf = new Map<string, number>()
  const rows = entries
    .toSorted((a, b) => a.at - b.at)
    .reverse()
    .map((entry): TimelineRow => {
      if (entry.type === 'Event') return { ...entry, current: false }
      const next = nextOf.get(entry.type)
      nextOf.set(entry.type, entry.at)
      return { ...entry, lastedMs: Math.max(0, (next ?? now) - entry.at), current: next === undefined }
    })
  return rows.reverse()
}

/** A timeline as a table: when, what, from what to what, for how long, why. */
export function timelineTable(rows: readonly TimelineRow[]): Table {
  return {
    columns: ['When', 'What', 'Change', 'For', 'Reason', 'Message'],
    rows: rows.map((row) => [
      span(timeOf(row.at), 'muted'),
      span(row.type),
      changeSpan(row),
      span(lengthOf(row), row.current ? 'plain' : 'muted'),
      span(row.reason),
      span(row.message),
    ]),
  }
}

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

const lengthOf = ({ lastedMs, current }: TimelineRow): string =>
  lastedMs === undefined ? '' : `${formatAge(lastedMs)}${current ? ' until now' : ''}`

function changeSpan({ type, from, to }: TimelineRow): Span {
  if (type === 'Event') return span(to ?? '', to === 'Warning' ? 'bad' : 'plain')
  if (to === undefined) return span(`${from ?? ''} → gone`, 'muted')
  const meaning: Meaning = meaningOf(type, to)
  if (from === undefined) return span(`→ ${to}`, meaning)
  // A new reason is told too; the answer stayed.
  return span(from === to ? `still ${to}` : `${from} → ${to}`, meaning)
}

/** How each condition fared: how often its answer changed, and for how long it was what. Only of those that changed more than once. */
export function timelineSummary(rows: readonly TimelineRow[]): readonly string[] {
  const types = [...new Set(rows.filter(({ type }) => type !== 'Event').map(({ type }) => type))]
  return types.flatMap((type) => {
    const own = rows.filter((row) => row.type === type)
    const changes = own.filter(({ from, to }) => from !== undefined && from !== to).length
    if (changes < 2) return []
    const spent = new Map<string, number>()
    for (const { to = 'gone', lastedMs = 0 } of own) spent.set(to, (spent.get(to) ?? 0) + lastedMs)
    const parts = [...spent].map(([status, ms]) => `${status} for ${formatAge(ms)}`)
    return [`${type} changed ${changes} times: ${parts.join(', ')}`]
  })
}
