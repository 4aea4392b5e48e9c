import type { ResponseSink } from '../request/api-request.ts'

/** More than this waiting for a client means that it does not read any more. */
const patienceBytes = 16 * 1024 * 1024

/** One open watch: where its bytes go and how far it has come. */
export class Watcher {
  readonly bookmarks: boolean
  /** Events up to this revision are not for this watcher. */
  readonly after: number
  /** Whether it has had an event; the first may differ from the others. */
  begun = false
  readonly #sink: ResponseSink
  /** Set while the present state is still being put together: what happens meanwhile waits here. */
  #waiting: Buffer[] | undefined
  #allowance = patienceBytes

  constructor(sink: ResponseSink, options: { readonly after: number; readonly bookmarks: boolean }) {
    this.#sink = sink
    this.after = options.after
    this.bookmarks = options.bookmarks
  }

  write(bytes: Buffer): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(bytes)
      return
    }
    if (this.#sink.buffered > this.#allowance) this.#sink.cut()
    else this.#sink.write(bytes)
  }

  /** Sends the state to begin with; it may be of any size. */
  writeInitial(bytes: Buffer): void {
    this.#allowance = patienceBytes + bytes.length
    this.#sink.write(bytes)
  }

  hold(): void {
    this.#waiting ??= []
  }

  release(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const bytes of waiting) this.write(bytes)
  }

  end(): void {
    this.#sink.end()
  }
}
