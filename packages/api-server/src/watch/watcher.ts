import type { ResponseSink } from '../request/api-request.ts'
import { writePaced } from '../request/paced.ts'

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
  /** Set while what it begins with is still being sent: what happens meanwhile waits here. */
  #waiting: Buffer[] | undefined
  #waitingBytes = 0

  constructor(sink: ResponseSink, options: { readonly after: number; readonly bookmarks: boolean }) {
    this.#sink = sink
    this.after = options.after
    this.bookmarks = options.bookmarks
  }

  write(bytes: Buffer): void {
    if (this.#sink.buffered + this.#waitingBytes > patienceBytes) this.#sink.cut()
    else if (this.#waiting === undefined) this.#sink.write(bytes)
    else {
      this.#waiting.push(bytes)
      this.#waitingBytes += bytes.length
    }
  }

  /** Sends what the watch begins with, of any size, as fast as it is read. What happens meanwhile is held back until all of it is sent. */
  begin(pieces: Iterator<Buffer>, failed: (error: unknown) => void): void {
    this.hold()
    writePaced(this.#sink, pieces, { done: () => this.release(), failed })
  }

  hold(): void {
    this.#waiting ??= []
  }

  release(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    this.#waitingBytes = 0
    for (const bytes of waiting) this.#sink.write(bytes)
  }

  /** Ends, saying why. */
  fail(line: Buffer): void {
    this.release()
    this.#sink.write(line)
    this.#sink.end()
  }

  end(): void {
    this.#sink.end()
  }
}
