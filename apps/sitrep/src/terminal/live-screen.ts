import { widthOf } from '@sitrep/present/lines'
import type { Streams } from '../command.ts'
import { ownText, type TerminalText } from './terminal-text.ts'

const hideCursor = ownText('\u001b[?25l')
const showCursor = ownText('\u001b[?25h')
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are our own colours, which take no room
const colours = /\u001b\[[0-9;]*m/g

/** A block of lines that is drawn again in place. While it is open the cursor is hidden; closing brings it back. */
export class LiveScreen {
  readonly #streams: Pick<Streams, 'paint'> & { readonly size: () => Size }
  #drawn: readonly TerminalText[] = []

  constructor(streams: Pick<Streams, 'paint'> & { readonly size: () => Size }) {
    this.#streams = streams
    streams.paint(hideCursor)
  }

  /** Shows these lines instead of the last ones; those that do not fit are counted. */
  draw(lines: readonly TerminalText[]): void {
    const { width, height } = this.#streams.size()
    const kept = fitting(lines, width, height - 1)
    const shown =
      kept === lines.length
        ? lines
        : [...lines.slice(0, kept), ownText(`… ${lines.length - kept} more lines`)]
    // A terminal that became narrower has broken the old lines into more rows.
    const rows = this.#drawn.reduce((sum, line) => sum + rowsOf(line, width), 0)
    const back = rows === 0 ? '' : `\u001b[${Math.min(rows, height)}A`
    this.#streams.paint(ownText(`${back}\r\u001b[0J${shown.map((line) => `${line}\n`).join('')}`))
    this.#drawn = shown
  }

  close(): void {
    this.#streams.paint(showCursor)
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

const rowsOf = (line: string, width: number): number =>
  Math.max(1, Math.ceil(widthOf(line.replaceAll(colours, '')) / width))

function fitting(lines: readonly string[], width: number, most: number): number {
  let rows = 0
  for (const [at, line] of lines.entries()) {
    rows += rowsOf(line, width)
    if (rows > most) {
      // The line that counts the rest needs room too.
      return Math.max(0, at - 1)
    }
  }
  return lines.length
}
