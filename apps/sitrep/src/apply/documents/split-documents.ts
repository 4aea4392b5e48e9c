import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import { CommandError } from '../../command.ts'
import { parseObjects } from '../../source/parse-objects.ts'
import type { ReadDocument } from './document.ts'

/** All objects of a text, each with the line where it begins. Anything that is no object is refused: what is applied must be all that was meant. */
export function splitDocuments(text: string, file: string): readonly ReadDocument[] {
  return piecesOf(text).flatMap((piece) => documentsIn(piece, file))
}

interface Piece {
  /** Blank lines in front stand for what came before, so that every place in it is a place in the file. */
  readonly text: string
  readonly line: number
}

// Three dashes at the beginning of a line end a document wherever they stand, even inside a block of text.
function piecesOf(text: string): readonly Piece[] {
  const lines = text.split('\n')
  const starts = lines.flatMap((line, at) => (/^---(\s|$)/.test(line) ? [at] : []))
  return [0, ...starts.filter((at) => at > 0)].flatMap((from, at, all) => {
    const own = lines.slice(from, all[at + 1])
    const first = own.findIndex((line) => isContent(line.replace(/^---(\s|$)/, '')))
    if (first === -1) return []
    return [{ text: '\n'.repeat(from) + own.join('\n'), line: from + first + 1 }]
  })
}

const isContent = (line: string): boolean => !/^\s*(#.*)?$/.test(line) && !/^(%|\.\.\.)/.test(line)

function documentsIn({ text, line }: Piece, file: string): readonly ReadDocument[] {
  const objects = parseObjects(text, file)
  const places = itemLines(text)
  const wanted = places?.length ?? 1
  if (objects.length === wanted)
    return objects.map(({ object }, at) => ({ object, file, line: places?.[at] ?? line }))
  throw new CommandError(
    2,
    `${file}:${line}: ${places === undefined ? 'this is no object' : 'not every item of this list is an object'}; an object has apiVersion, kind and metadata.name`,
  )
}

/** Where the items of a List begin; nothing where the document is none. */
function itemLines(text: string): readonly number[] | undefined {
  const lineCounter = new LineCounter()
  const { contents } = parseDocument(text, { lineCounter, version: '1.1', logLevel: 'silent' })
  const items = isSeq(contents) ? contents : isMap(contents) ? contents.get('items', true) : undefined
  if (!isSeq(items)) return undefined
  return items.items.map((item) => {
    const from = (item as { range?: readonly [number, ...number[]] }).range?.[0] ?? 0
    return lineCounter.linePos(from).line
  })
}
