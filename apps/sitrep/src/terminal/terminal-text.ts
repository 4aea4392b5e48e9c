import { styleText } from 'node:util'
import { type Line, type Meaning, safeText } from '@sitrep/present/lines'

declare const harmless: unique symbol

/** Text that a terminal may get as it is. Only this folder makes any: whatever came from outside has been made visible in it. */
export type TerminalText = string & { readonly [harmless]: true }

/** A line for people. Its text may come from anywhere. */
export type Shown = string | Line

/** The ways to say something. Whatever they are given becomes harmless, but for what is painted: that has been before. */
export interface Writer {
  /** One line of output. */
  readonly print: (line: Shown) => void
  /** One line for the person at the terminal, apart from the output. */
  readonly complain: (line: string) => void
  /** Output over several lines, for programs: JSON, YAML, scripts. */
  readonly document: (text: string) => void
  /** Output that is no line: progress, redrawing. */
  readonly paint: (text: TerminalText) => void
}

type Style = Parameters<typeof styleText>[0]

const styles: Readonly<Record<Meaning, Style | undefined>> = {
  plain: undefined,
  good: 'green',
  bad: 'red',
  unknown: 'yellow',
  progressing: 'cyan',
  muted: 'gray',
  heading: 'bold',
}

/** Our own words and control sequences. Nothing that came from outside may be in there. */
export const ownText = (text: string): TerminalText => text as TerminalText

/** One line, in colours where they are wanted. Blanks at the end of spans would only break it into two. */
export function lineText(line: Shown, { colour }: { readonly colour: boolean }): TerminalText {
  if (typeof line === 'string') return ownText(safeText(line))
  const text = withoutLastBlanks(line).map((span) => {
    const style = styles[span.meaning]
    const shown = safeText(span.text)
    return !colour || style === undefined ? shown : styleText(style, shown, { validateStream: false })
  })
  return ownText(text.join(''))
}

/** A line that is turned round as a whole: the one that was chosen. */
export const chosenLineText = (line: Line): TerminalText =>
  ownText(styleText('inverse', lineText(line, { colour: false }), { validateStream: false }))

function withoutLastBlanks(line: Line): Line {
  const last = line.findLastIndex(({ text }) => text.trimEnd() !== '')
  return line
    .slice(0, last + 1)
    .map((span, at) => (at === last ? { ...span, text: span.text.trimEnd() } : span))
}

/** Text over several lines, for programs: line ends and tabs stay, anything else that a terminal would obey does not. */
export const documentText = (text: string): TerminalText =>
  ownText(text.replace(/[^\n\t]+/g, (piece) => safeText(piece)))

// An answer of a server or a file may be of any length; what matters of a sentence stands at its beginning.
const longestComplaint = 2_000

function shortened(line: string): string {
  if (line.length <= longestComplaint) return line
  // Between the halves of a character nothing is cut.
  const kept = line.slice(0, longestComplaint).replace(/[\ud800-\udbff]$/, '')
  return `${kept}… and ${line.length - kept.length} more characters`
}

/** Where text goes at last. */
export interface Outlets {
  readonly out: (text: TerminalText) => void
  readonly err: (text: TerminalText) => void
  readonly colour: boolean
}

/** A writer over two streams. All text of the program passes here. */
export function openWriter({ out, err, colour }: Outlets): Writer {
  return {
    print: (line) => out(ownText(`${lineText(line, { colour })}\n`)),
    complain: (line) => err(ownText(`${lineText(shortened(line), { colour })}\n`)),
    document: (text) => out(ownText(`${documentText(text)}\n`)),
    paint: (text) => out(text),
  }
}
