import { fit, formatAge, type Line, padEnd, type Span, span, widthOf } from '@sitrep/present'
import type { Counts } from '@sitrep/status'
import type { Phase, PhaseState } from '@sitrep/status/following'
import type { LastingTrouble } from '../follow/patience.ts'
import { type Subject, toldTrouble } from './event.ts'
import { countWords, stateMeanings, subjectName, troubleWords } from './event-line.ts'

/** An object on its way as it is drawn. */
export interface ShownProgress {
  readonly object: Subject
  readonly phases: readonly Phase[]
  readonly troubles: readonly LastingTrouble[]
}

export interface BlockOptions {
  readonly width: number
  readonly height: number
  readonly elapsedMs: number
  readonly now: number
}

const marks: Readonly<Record<PhaseState, string>> = { done: '✓', working: '…', waiting: '·', skipped: '-' }
const [shortestBar, longestBar] = [5, 20]
// What stands in a row besides title and bar: mark, gaps and counts.
const besideBar = 30
const mostTroubles = 3

/** The picture of an object on its way: a heading and a row a phase. Where the window is low, what is over is left out. */
export function progressBlock(shown: ShownProgress, options: BlockOptions): readonly Line[] {
  const whole = progressLines(shown, options)
  if (whole.length <= options.height) return whole
  return progressLines({ ...shown, phases: shown.phases.filter(isOpen) }, options)
}

const isOpen = ({ state }: Phase): boolean => state === 'working' || state === 'waiting'

function progressLines({ object, phases, troubles }: ShownProgress, options: BlockOptions): readonly Line[] {
  const titles = Math.max(0, ...phases.map(({ title }) => widthOf(title)))
  return [
    [span(subjectName(object), 'heading'), span(`  ${formatAge(options.elapsedMs)}`, 'muted')],
    ...phases.map((phase) => phaseLine(phase, { titles, barWidth: barWidthIn(options.width - titles) })),
    ...troubles.slice(0, mostTroubles).map((lasting) => troubleLine(lasting, options.now)),
    ...(troubles.length > mostTroubles
      ? [[span(`  ! and ${troubles.length - mostTroubles} more`, 'bad')]]
      : []),
  ]
}

const barWidthIn = (room: number): number => Math.max(shortestBar, Math.min(longestBar, room - besideBar))

interface RowLayout {
  readonly titles: number
  readonly barWidth: number
}

function phaseLine({ title, state, counts, note }: Phase, { titles, barWidth }: RowLayout): Line {
  const meaning = stateMeanings[state]
  return [
    span(`  ${marks[state]} `, meaning),
    span(padEnd(title, titles + 2), state === 'waiting' ? 'muted' : 'plain'),
    ...(counts === undefined
      ? []
      : [span(bar(counts, barWidth), meaning), span(`  ${countWords(counts)}  `)]),
    span(note?.split('\n').join(' ') ?? '', 'muted'),
  ]
}

function bar({ desired, ready }: Counts, width: number): string {
  const share = desired <= 0 ? 1 : Math.max(0, Math.min(1, ready / desired))
  const full = Math.round(share * width)
  return `[${'█'.repeat(full)}${'░'.repeat(width - full)}]`
}

function troubleLine({ trouble, since }: LastingTrouble, now: number): Line {
  return [
    span('  ! ', 'bad'),
    span(troubleWords(toldTrouble(trouble)), 'bad'),
    span(`  for ${formatAge(now - since)}`, 'muted'),
  ]
}

/** The part of a picture that fits into a window: one that scrolls or wraps could not be drawn over. */
export const fitWindow = (
  lines: readonly Line[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly Line[] => lines.slice(0, Math.max(1, height - 1)).map((line) => fitLine(line, width - 1))

function fitLine(line: Line, columns: number): Line {
  const kept: Span[] = []
  let left = columns
  for (const { text, meaning } of line) {
    if (left <= 0) break
    const shown = fit(text, left)
    kept.push({ text: shown, meaning })
    left -= widthOf(shown)
  }
  return kept
}
