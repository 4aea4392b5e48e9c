import type { PiecedBody } from '../request/api-request.ts'

export interface ListBytes {
  /** Everything before the first item. */
  readonly head: Buffer
  readonly items: readonly Buffer[]
  /** How many bytes at the beginning of each item are left away; the next one gives its place to the opening brace. */
  readonly omitted: number
}

/** What a connection takes at a time; larger pieces come from the system anew each time, which takes longer than to fill them. */
const pieceBytes = 64 * 1024
const comma = 0x2c
const openBrace = 0x7b
const tail = Buffer.from(']}\n')

/** A list whose items, where they are many, are copied when their turn to be sent comes: the other side reads meanwhile. */
export function piecedList({ head, items, omitted }: ListBytes): Buffer | PiecedBody {
  const commas = Math.max(0, items.length - 1)
  const length = items.reduce(
    (sum, bytes) => sum + bytes.length - omitted,
    head.length + commas + tail.length,
  )

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
    yield head
    for (let next = 0; next < items.length; ) {
      const first = next
      let size = 0
      while (next < items.length && size < pieceBytes) size += (items[next++] as Buffer).length - omitted + 1
      const piece = Buffer.allocUnsafe(size)
      let at = 0
      for (let index = first; index < next; index++) at = put(piece, at, index)
      yield piece.subarray(0, at)
    }
    yield tail
  }

  return length <= pieceBytes ? Buffer.concat([...pieces()], length) : { length, pieces }
}
