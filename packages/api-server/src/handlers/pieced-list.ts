import { joined, type PiecedBody } from '../request/api-request.ts'

export interface ListBytes {
  /** Everything before the first item. */
  readonly head: Buffer
  readonly items: readonly Buffer[]
  /** How many bytes at the beginning of each item are left away; the next one gives its place to the opening brace. */
  readonly omitted: number
}

/** What a connection is given at a time. */
const pieceBytes = 256 * 1024
const comma = 0x2c
const openBrace = 0x7b
const tail = Buffer.from(']}\n')

/** A list whose items, where they are many, are copied when their turn to be sent comes: the other side reads meanwhile. */
export function piecedList({ head, items, omitted }: ListBytes): Buffer | PiecedBody {
  let length = head.length + Math.max(0, items.length - 1) + tail.length
  let longest = head.length
  for (const bytes of items) {
    length += bytes.length - omitted
    longest = Math.max(longest, bytes.length)
  }

  /** Copies one item, and the comma before it, to where the last one ended; tells where it ends itself. */
  const put = (piece: Buffer, end: number, index: number): number => {
    let at = end
    if (index > 0) piece[at++] = comma
    const start = at
    at += (items[index] as Buffer).copy(piece, at, omitted)
    // A cut item lost its opening brace together with its kind and version.
    if (omitted > 0) piece[start] = openBrace
    return at
  }

  function* pieces(): IterableIterator<Buffer> {
    // One for all of them: memory that comes from the system anew takes longer to get than to fill.
    const piece = Buffer.allocUnsafeSlow(Math.min(length, Math.max(pieceBytes, longest + tail.length)))
    let end = head.copy(piece)
    for (let index = 0; index < items.length; index++) {
      if (end + (items[index] as Buffer).length - omitted + 1 > piece.length) {
        yield piece.subarray(0, end)
        end = 0
      }
      end = put(piece, end, index)
    }
    if (end + tail.length > piece.length) {
      yield piece.subarray(0, end)
      end = 0
    }
    end += tail.copy(piece, end)
    yield piece.subarray(0, end)
  }

  const body = { length, pieces }
  return length <= pieceBytes ? joined(body) : body
}
