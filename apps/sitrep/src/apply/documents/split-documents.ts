import { isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import { CommandError } from '../../command.ts'
import { refuseHeavyYaml } from '../../source/file-limits.ts'
import { kubernetesYaml } from '../../source/kubernetes-yaml.ts'
import { parseObjects } from '../../source/parse-objects.ts'
import type { ReadDocument } from './document.ts'

/** All objects of a text, each with the line where it begins. Anything that is no object is refused: what is applied must be all that was meant. */
export function splitDocuments(text: string, file: string): readonly ReadDocument[] {
  refuseHeavyYaml(text, file)
  return piecesOf(text).flatMap((piece) => documentsIn(piece, file))
}

interface Piece {
  readonly text: string
  /** How many lines of the file stand in front of it. */
  readonly before: number
  readonly line: number
}

// Three dashes at the beginning of a line end a document wherever they stand, even inside a block of text.
function piecesOf(text: string): readonly Piece[] {
  const lines = text.split(/\r?\n/)
  const starts = lines.flatMap((line, at) => (at > 0 && isStart(line, lines[at - 1] ?? '') ? [at] : []))
  return [0, ...starts].flatMap((before, at, all) => {
    const own = lines.slice(before, all[at + 1])
    const first = own.findIndex((line) => isContent(line.replace(/^---(\s|$)/, '')))
    if (first === -1) return []
    return [{ text: own.join('\n'), before, line: before + first + 1 }]
  })
}

// Programs write JSON documents one below the other, with nothing between them.
const isStart = (line: string, last: string): boolean =>
  /^---(\s|$)/.test(line) || (line.startsWith('{') && last.trimEnd().endsWith('}'))

const isContent = (line: string): boolean => !/^\s*(#.*)?$/.test(line) && !/^(%|\.\.\.)/.test(line)

function documentsIn(piece: Piece, file: string): readonly ReadDocument[] {
  const { before, line } = piece
  const objects = objectsIn(piece, file)
  const places = itemLines(piece.text)
  const wanted = places?.length ?? 1
  if (objects.length === wanted)
    return objects.map(({ object }, at) => {
      const place = places?.[at]
      return { object, file, line: place === undefined ? line : before + place }
    })
  throw new CommandError(
    2,
    `${file}:${line}: ${places === undefined ? 'this is no object' : 'not every item of this list is an object'}; an object has apiVersion, kind and metadata.name`,
  )
}

// Blank lines in front make a place in the piece a place in the file. Only a piece with a mistake gets them: for each of thousands they take minutes.
function objectsIn({ text, before }: Piece, file: string): ReturnType<typeof parseObjects> {
  try {
    return parseObjects(text, file)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return parseObjects('\n'.repeat(before) + text, file)
  }
}

/** Where the items of a List begin; nothing where the document is none. */
function itemLines(text: string): readonly number[] | undefined {
  const lineCounter = new LineCounter()
  const { contents } = parseDocument(text, { ...kubernetesYaml, lineCounter })
  const items = isSeq(contents) ? contents : isMap(contents) ? contents.get('items', true) : undefined
  if (!isSeq(items)) return undefined
  return items.items.map((item) => {
    const from = (item as { range?: readonly [number, ...number[]] }).range?.[0] ?? 0
    return lineCounter.linePos(from).line
  })
}
