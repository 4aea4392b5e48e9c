/** So many pieces are kept one by one: each takes some hundred bytes besides its own. */
const mostApart = 1_000
/** Pieces that are longer on the average are not worth joining. */
const short = 4_096

/**
 * Bytes that come in pieces, until somebody wants them as a whole. Whoever sends one at a time takes no more memory with it than whoever
 * sends all at once.
 */
export class HeldBytes {
  readonly #joined: Buffer[] = []
  #apart: Buffer[] = []
  #size = 0
  #sizeApart = 0

  get size(): number {
    return this.#size
  }

  /** In their order. */
  get pieces(): readonly Buffer[] {
    return this.#joined.concat(this.#apart)
  }

  push(piece: Buffer): void {
    this.#apart.push(piece)
    this.#size += piece.length
    this.#sizeApart += piece.length
    if (this.#apart.length < mostApart) return
    const worthJoining = this.#sizeApart < mostApart * short
    for (const each of worthJoining ? [Buffer.concat(this.#apart)] : this.#apart) this.#joined.push(each)
    this.#apart = []
    this.#sizeApart = 0
  }
}
