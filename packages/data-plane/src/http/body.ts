import type { Readable, Writable } from 'node:stream'
import type { Attempt } from './upstream/attempt.ts'

/** What is done with the body of a request. */
export interface BodyOptions {
  /** How much is kept so that it can be sent again; 0: nothing. */
  readonly keptBytes: number
  /** How far a mirror may fall behind before it is given up. */
  readonly mirrorBytes: number
  readonly trailers: () => readonly string[]
}

/**
 * The body of a request on its way: to one endpoint at a time, as fast as that one takes it, and to mirrors, which hold nobody up. What
 * was already read is kept up to a limit, so that another endpoint can be sent the same.
 */
export class RequestBody {
  received = 0
  /** Whether the client has sent all of it. */
  ended = false
  readonly #source: Readable
  readonly #options: BodyOptions
  #kept: Buffer[] | undefined
  #attempt: Attempt | undefined
  readonly #mirrors = new Set<Attempt>()
  readonly #resume = (): void => {
    this.#source.resume()
  }

  constructor(source: Readable, options: BodyOptions) {
    this.#source = source
    this.#options = options
    this.#kept = options.keptBytes > 0 ? [] : undefined
    source.on('data', (chunk: Buffer) => this.#pass(chunk))
    source.once('end', () => this.#end())
    source.pause()
  }

  /** Whether all that came so far could be sent once more. */
  get repeatable(): boolean {
    return this.received === 0 || this.#kept !== undefined
  }

  /** Sends it to an endpoint from the beginning, in place of the one before. */
  sendTo(attempt: Attempt): void {
    this.#detach()
    this.#attempt = attempt
    let flows = true
    for (const chunk of this.#kept ?? []) flows = attempt.body.write(chunk)
    if (this.ended) {
      attempt.finish(this.#options.trailers())
      return
    }
    attempt.body.on('drain', this.#resume)
    if (flows) this.#source.resume()
  }

  /** Sends it to a mirror as well; must be said before anything was sent. */
  copyTo(mirror: Attempt): void {
    this.#mirrors.add(mirror)
  }

  /** Nobody wants it any more. */
  stop(): void {
    this.#detach()
    this.#kept = undefined
    if (this.ended) return
    for (const mirror of this.#mirrors) mirror.cancel()
    this.#mirrors.clear()
  }

  /** Sends nothing for the moment. */
  pause(): void {
    this.#detach()
    if (!this.ended) this.#source.pause()
  }

  #detach(): void {
    this.#attempt?.body.off('drain', this.#resume)
    this.#attempt = undefined
  }

  #pass(chunk: Buffer): void {
    this.received += chunk.length
    if (this.#kept !== undefined) {
      if (this.received <= this.#options.keptBytes) this.#kept.push(chunk)
      else this.#kept = undefined
    }
    for (const mirror of this.#mirrors) this.#copy(mirror, chunk)
    if (this.#attempt !== undefined && !writeTo(this.#attempt.body, chunk)) this.#source.pause()
  }

  #copy(mirror: Attempt, chunk: Buffer): void {
    if (mirror.body.writableLength <= this.#options.mirrorBytes) {
      writeTo(mirror.body, chunk)
      return
    }
    this.#mirrors.delete(mirror)
    mirror.cancel()
  }

  #end(): void {
    this.ended = true
    this.#attempt?.finish(this.#options.trailers())
    for (const mirror of this.#mirrors) mirror.finish([])
  }
}

// One that is already closed tells so by itself; there is nothing to wait for.
const writeTo = (sink: Writable, chunk: Buffer): boolean =>
  sink.destroyed || sink.writableEnded || sink.write(chunk)
