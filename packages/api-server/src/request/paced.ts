import type { ResponseSink } from './api-request.ts'

/** How much may wait for a slow reader, and after which times he is looked after: whoever does not read at all, less and less often. */
const limits = { waitingBytes: 4 * 1024 * 1024, shortestPauseMs: 10, longestPauseMs: 320 } as const

/** What comes of writing pieces. */
interface Ends {
  /** All are written; perhaps at once. */
  readonly done: () => void
  /** A piece could not be made. */
  readonly failed: (error: unknown) => void
}

/** Writes pieces of any number to a stream: no faster than they are read, and one in a turn, so that others have theirs. */
export function writePaced(sink: ResponseSink, pieces: Iterator<Buffer>, { done, failed }: Ends): void {
  let closed = false
  let pauseMs: number = limits.shortestPauseMs
  const writeNext = (): boolean => {
    try {
      const piece = pieces.next()
      if (piece.done === true) done()
      else sink.write(piece.value)
      return piece.done !== true
    } catch (error) {
      failed(error)
      return false
    }
  }
  const turn = (): void => {
    if (closed) return
    if (sink.buffered >= limits.waitingBytes) {
      setTimeout(turn, pauseMs).unref()
      pauseMs = Math.min(2 * pauseMs, limits.longestPauseMs)
      return
    }
    pauseMs = limits.shortestPauseMs
    if (writeNext()) setImmediate(turn)
  }
  sink.onClose(() => {
    closed = true
  })
  // The end of what is short is seen at once.
  if (writeNext()) turn()
}
