import { quoteGo } from '../../json/quote.ts'

/** One piece of a Go layout: how it is written there, and what may stand in its place. */
type Piece = readonly [layout: string, pattern: RegExp]

const digits = (count: number): RegExp => new RegExp(`^\\d{${count}}`)
const zone: Piece = ['Z07:00', /^(?:Z|[+-]\d\d:\d\d)/]

const seconds: readonly Piece[] = [
  ['2006', digits(4)],
  ['-', /^-/],
  ['01', digits(2)],
  ['-', /^-/],
  ['02', digits(2)],
  ['T', /^T/],
  ['15', digits(2)],
  [':', /^:/],
  ['04', digits(2)],
  [':', /^:/],
  ['05', digits(2)],
]

interface Layout {
  readonly text: string
  readonly pieces: readonly Piece[]
}

const layouts: Readonly<Record<'Time' | 'MicroTime', Layout>> = {
  Time: { text: '2006-01-02T15:04:05Z07:00', pieces: [...seconds, ['', /^(?:[.,]\d+)?/], zone] },
  MicroTime: {
    text: '2006-01-02T15:04:05.000000Z07:00',
    pieces: [...seconds, ['.000000', /^\.\d{6}/], zone],
  },
}

const ranges = [
  ['month', 5, 1, 12],
  ['day', 8, 1, 31],
  ['hour', 11, 0, 23],
  ['minute', 14, 0, 59],
  ['second', 17, 0, 59],
] as const

/** Why Go cannot read a timestamp, in its words; `undefined` when it can. */
export function timeProblem(text: string, type: 'Time' | 'MicroTime'): string | undefined {
  const { text: layout, pieces } = layouts[type]
  const problem = `parsing time ${quoteGo(text)}`
  let rest = text
  for (const [piece, pattern] of pieces) {
    const found = pattern.exec(rest)
    if (found === null)
      return `${problem} as ${quoteGo(layout)}: cannot parse ${quoteGo(rest)} as ${quoteGo(piece)}`
    rest = rest.slice(found[0].length)
  }
  if (rest !== '') return `${problem}: extra text: ${quoteGo(rest)}`
  const wrong = ranges.find(([, at, low, high]) => !inRange(Number(text.slice(at, at + 2)), low, high))
  if (wrong !== undefined) return `${problem}: ${wrong[0]} out of range`
  return Number(text.slice(8, 10)) > daysIn(text) ? `${problem}: day out of range` : undefined
}

function inRange(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

function daysIn(text: string): number {
  return new Date(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)), 0)).getUTCDate()
}
