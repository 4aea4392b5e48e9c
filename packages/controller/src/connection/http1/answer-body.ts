import { HeldBytes } from '../held-bytes.ts'

/** Stops and goes on with what brings an answer. */
export interface Flow {
  readonly pause: () => void
  readonly resume: () => void
  /** Ends it before its end. */
  readonly giveUp: () => void
}

/** All of what comes in pieces, where it is no longer than that; nothing where it is. */
export async function wholeOf(pieces: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer | undefined> {
  const held = new HeldBytes()
  for await (const piece of pieces) {
    held.push(piece)
    if (held.size > mostBytes) return undefined
  }
  return Buffer.concat(held.pieces)
}

/** So much waits for whoever reads; the rest waits where it comes from. */
const mostWaiting = 256 * 1024
/** A piece takes so much besides its own bytes: whoever sends single ones fills no more room than others. */
const bytesOfPiece = 128
/** From so many on they are joined: for whoever reads, a piece is work, however short it is. */
const manyPieces = 8

/** The body of an answer, for one reader: as a whole, or piece by piece. What has come before anybody reads is kept for him. */
export class AnswerBody {
  readonly #flow: Flow
  #pieces: Buffer[] = []
  #waiting = 0
  #paused = false
  #state: 'open' | 'whole' | 'broken' = 'open'
  #error: Error | undefined = undefined
  /** Goes on with whoever waits for more. */
  #wake: (() => void) | undefined = undefined

  constructor(flow: Flow) {
    this.#flow = flow
  }

  push(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#waiting += piece.length + bytesOfPiece
    if (this.#wake !== undefined) this.#wake()
    else if (this.#waiting > mostWaiting && !this.#paused) {
      this.#paused = true
      this.#flow.pause()
    }
  }

  end(): void {
    this.#state = 'whole'
    this.#paused = false
    this.#wake?.()
  }

  break(error: Error): void {
    this.#state = 'broken'
    this.#error = error
    this.#wake?.()
  }

  /** All of it, where it is no longer than that; nothing where it is. Rejects when it breaks off. */
  async whole(mostBytes: number): Promise<Buffer | undefined> {
    const first = this.#pieces[0]
    // Nearly every answer to a write comes in one piece.
    if (this.#state === 'whole' && this.#pieces.length === 1 && first !== undefined)
      return first.length > mostBytes ? undefined : first
    return wholeOf(this.pieces(), mostBytes)
  }

  /** Piece by piece; throws when it breaks off. Whoever stops reading gives the rest up. */
  async *pieces(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const pieces = this.#taken()
        yield* pieces
        if (pieces.length > 0) continue
        if (this.#state === 'whole') return
        if (this.#error !== undefined) throw this.#error
        await this.#more()
      }
    } finally {
      this.giveUp()
    }
  }

  /** Nobody wants what has not come yet. */
  giveUp(): void {
    if (this.#state === 'open') this.#flow.giveUp()
  }

  #taken(): readonly Buffer[] {
    const pieces = this.#pieces
    this.#pieces = []
    this.#waiting = 0
    if (this.#paused) {
      this.#paused = false
      this.#flow.resume()
    }
    return pieces.length < manyPieces ? pieces : [Buffer.concat(pieces)]
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
    })
  }
}
