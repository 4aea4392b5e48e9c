import {
  ageOf,
  fit,
  gravities,
  type Line,
  type Span,
  safeText,
  span,
  widthOf,
  wrapSpans,
} from '@sitrep/present'
import { refKey } from '@sitrep/status'
import { gravityWords } from './content/fleet.ts'
import { chosenIn } from './moves.ts'
import { framesOf, pageOf, roomOf, type State } from './state.ts'

/** One line of the screen; the chosen row stands out where the terminal can show that, and is marked in any case. */
export interface ScreenLine {
  readonly line: Line
  readonly chosen: boolean
}

/** The whole screen, line by line, each no wider than it is. */
export function view(state: State): readonly ScreenLine[] {
  const { size, content } = state
  const { counts, heads, details } = framesOf(state)
  const room = roomOf(state)
  const { top } = pageOf(state)
  const at = chosenIn(state)
  const shown = content.rows.slice(top, top + room)
  const plain = (line: Line): ScreenLine => ({ line, chosen: false })
  const blank = Array.from({ length: Math.max(0, room - Math.max(shown.length, 1)) }, () => plain([]))
  const rows = shown.map((row, index) => {
    const chosen = top + index === at
    return { line: [{ text: chosen ? '› ' : '  ', meaning: 'heading' } as const, ...row.line()], chosen }
  })
  const lines = [
    plain(titleLine(state)),
    ...(counts ? [plain(countLine(state))] : []),
    ...(heads ? content.heads : []).map((line) => plain([{ text: '  ', meaning: 'plain' }, ...line])),
    ...(rows.length === 0 ? [plain([span(`  ${emptyWords(state)}`, 'muted')])] : rows),
    ...blank,
    ...detailLines(state, details).map(plain),
    plain(bottomLine(state)),
  ]
  // A terminal of two lines or one has no room for rows.
  const fitting =
    lines.length <= size.rows ? lines : [...lines.slice(0, size.rows - 1), plain(bottomLine(state))]
  return fitting.map(({ line, chosen }) => ({ line: cut(line, size.columns), chosen }))
}

function detailLines(state: State, count: number): readonly Line[] {
  const { detail } = state.content.rows[chosenIn(state)] ?? {}
  const [columns, indent] = [state.size.columns, '  ']
  const whole = wrapSpans(
    [{ text: indent, meaning: 'plain' }, ...(detail === undefined ? [] : [detail])],
    columns,
  )
  const room = whole.slice(0, count)
  return [...room, ...Array.from({ length: count - room.length }, () => [])]
}

function emptyWords({ sight, beginning, content, pages }: State): string {
  if (sight === undefined) return beginning
  return content.filtered && (pages.at(-1)?.filter ?? '') !== ''
    ? 'Nothing fits the filter'
    : 'There is nothing here'
}

function titleLine({ source, content, lost, sight, now }: State): Line {
  const title: Span = { text: safeText(content.title), meaning: 'heading' }
  const where = span(`  ${source}  `, 'muted')
  if (lost !== undefined)
    return [
      span(`STALE for ${ageOf(lost.since, now)}, since ${lost.since.slice(11, 19)}Z: `, 'bad'),
      span(`${lost.why}  `),
      title,
    ]
  const unread = sight?.unread.length ?? 0
  return [title, where, ...(unread === 0 ? [] : [span(`${unread} kinds could not be looked at`, 'unknown')])]
}

/** How many objects that stand above others are wrong, unclear, paused or under way, of how many objects. */
function countLine({ sight, beginning }: State): Line {
  if (sight === undefined) return [span(beginning, 'muted')]
  // The gravest comes first, and an object counts once.
  const gravest = new Map(sight.folded.toReversed().map(({ top }) => [refKey(top.ref), top.gravity]))
  const counts = gravities.flatMap((gravity) => {
    const count = [...gravest.values()].filter((each) => each === gravity).length
    const [words, meaning] = gravityWords[gravity]
    return count === 0 ? [] : [span(`${count} ${words}`, meaning), span(' · ', 'muted')]
  })
  const well = counts.length === 0 ? [span('Nothing is wrong', 'good'), span(' · ', 'muted')] : counts
  return [...well, span(`${sight.objects.length} objects`, 'muted')]
}

const usualKeys = '? keys · q quit · enter open · esc back · e why · t tree · h history · / filter · : kind'

function bottomLine(state: State): Line {
  const { typing, note, content } = state
  if (typing !== undefined) {
    const sign = typing.what === 'filter' ? '/' : ':'
    // What was typed last is what has to be seen.
    const room = Math.max(1, state.size.columns - 2)
    let text = safeText(typing.text)
    while (widthOf(text) > room) text = text.slice(1)
    return [{ text: `${sign}${text}█`, meaning: 'heading' }]
  }
  if (note !== undefined) return [span(note, 'heading')]
  const { filter } = pageOf(state)
  const place = content.rows.length === 0 ? '' : `${chosenIn(state) + 1}/${content.rows.length}  `
  const by = filter === '' ? [] : [span(`/${filter}  `, 'heading')]
  return [span(place, 'muted'), ...by, span(usualKeys, 'muted')]
}

// Blanks at the end take no room, and are no reason to show that something was cut off.
function cut(line: Line, columns: number): Line {
  const last = line.findLastIndex(({ text }) => text.trimEnd() !== '')
  const kept: Span[] = []
  let used = 0
  for (const [at, { text, meaning }] of line.slice(0, last + 1).entries()) {
    const wanted = at === last ? text.trimEnd() : text
    const shown = fit(wanted, columns - used)
    if (shown === '') continue
    kept.push({ text: shown, meaning })
    used += widthOf(shown)
    if (shown !== wanted) break
  }
  return kept
}
