import {
  ageOf,
  fit,
  type Gravity,
  type Line,
  type Meaning,
  padEnd,
  type Span,
  safeText,
  span,
  widthOf,
  wrap,
} from '@sitrep/present'
import { formatRef, type ObjectRef, refKey } from '@sitrep/status'
import type { FoldedTrouble } from './fold-troubles.ts'

const meanings: Readonly<Record<Gravity, Meaning>> = {
  wrong: 'bad',
  unclear: 'unknown',
  paused: 'unknown',
  underway: 'progressing',
}

const gap = 2
// Narrower than this nobody reads a sentence.
const narrowestCause = 24
const heads = ['WHAT', 'SINCE', 'FIRST CAUSE'] as const

/** A line for each: what, since when, and its first cause; only a cause that does not fit goes on below. */
export function troubleLines(
  troubles: readonly FoldedTrouble[],
  { now, width }: { readonly now: string; readonly width: number | undefined },
): readonly Line[] {
  if (troubles.length === 0) return []
  const rows = troubles.map((trouble) => ({
    what: span(formatRef(trouble.top.ref), meanings[trouble.top.gravity]),
    since: span(trouble.top.since === undefined ? '' : ageOf(trouble.top.since, now)),
    trouble,
  }))
  const [whatHead, sinceHead, causeHead] = heads
  const room = width ?? Number.POSITIVE_INFINITY
  const since = Math.max(sinceHead.length, ...rows.map((row) => widthOf(row.since.text)))
  const longest = Math.max(whatHead.length, ...rows.map((row) => widthOf(row.what.text)))
  const what = Math.max(
    8,
    Math.min(longest, room - since - narrowestCause - 2 * gap, Math.floor(room * 0.45)),
  )
  const cause = room - what - since - 2 * gap
  const heading: Line = [
    { text: padEnd(whatHead, what + gap), meaning: 'heading' },
    { text: padEnd(sinceHead, since + gap), meaning: 'heading' },
    { text: causeHead, meaning: 'heading' },
  ]
  return [heading, ...rows.flatMap((row) => rowLines(row, { what, since, cause }))]
}

interface Row {
  readonly what: Span
  readonly since: Span
  readonly trouble: FoldedTrouble
}

interface Widths {
  readonly what: number
  readonly since: number
  readonly cause: number
}

function rowLines(row: Row, { what, since, cause }: Widths): readonly Line[] {
  const causes = fitted(row.trouble, cause)
  const names = wrap(row.what.text, what)
  const count = Math.max(causes.length, names.length)
  return Array.from({ length: count }, (_, at) => [
    { text: padEnd(names[at] ?? '', what + gap), meaning: row.what.meaning },
    { text: padEnd(at === 0 ? row.since.text : '', since + gap), meaning: 'plain' },
    { text: causes[at] ?? '', meaning: 'plain' },
  ])
}

// More lines would hide the next trouble; sitrep explain has the whole.
const mostLines = 3

function fitted(trouble: FoldedTrouble, room: number): readonly string[] {
  const whole = safeText(causeText(trouble))
  if (!Number.isFinite(room) || widthOf(whole) <= room) return [whole]
  const more = trouble.also.length === 0 ? '' : ` (+${trouble.also.length} more)`
  const lines = wrap(`${safeText(firstWords(trouble))}${more}`, room)
  if (lines.length <= mostLines) return lines
  return cut(wrap(`${safeText(wordsFirst(trouble))}${more}`, room), { room, more })
}

// What is wrong is read before where: a long name must not take its place.
const wordsFirst = ({ top, cause, alike }: FoldedTrouble): string => {
  const at = refKey(cause.ref) === refKey(top.ref) ? '' : ` (${placeOf(top, cause.ref)})`
  return `${cause.words}${at}${alike > 1 ? ` and ${alike - 1} alike` : ''}`
}

function cut(
  lines: readonly string[],
  { room, more }: { readonly room: number; readonly more: string },
): readonly string[] {
  if (lines.length <= mostLines) return lines
  const last = lines.slice(mostLines - 1).join(' ')
  return [...lines.slice(0, mostLines - 1), `${fit(last, room - widthOf(more))}${more}`]
}

/** The first cause of a trouble in words, with the object at which it lies and how many others it concerns. */
export function causeText(trouble: FoldedTrouble): string {
  const { length } = trouble.also
  return `${firstWords(trouble)}${length === 0 ? '' : `, and ${length} more because of it`}`
}

function firstWords({ top, cause, alike }: FoldedTrouble): string {
  const { ref, words } = cause
  const own = refKey(ref) === refKey(top.ref)
  const many = alike > 1 ? ` and ${alike - 1} alike` : ''
  const where = own && many === '' ? '' : `${own ? '' : placeOf(top, ref)}${many}: `
  return `${where}${words}`
}

// The namespace of the object above need not be told twice.
const placeOf = ({ ref: top }: FoldedTrouble['top'], ref: ObjectRef): string =>
  formatRef(ref.namespace === top.namespace && ref.namespace !== undefined ? { ...ref, namespace: '' } : ref)
