import type { IncomingMessage } from 'node:http'
import { ApiError, badRequest, tooLarge, tooManyRequests } from '../errors/api-error.ts'

export interface BodyLimits {
  /** Of one body. */
  readonly bytes: number
  /** How long a body may take to come. */
  readonly timeoutMs: number
  /** What all bodies may hold together, from their first byte until they are answered. */
  readonly heldBytes: number
  /** The part of it that the bodies of one flow may hold. */
  readonly heldBytesPerFlow: number
}

/** What a body that came as a whole holds until it is answered. */
interface Held {
  readonly flow: string
  readonly size: number
}

/**
 * Takes in bodies, each up to its limits of size and time. What all of them hold together is limited as well, so that
 * connections that stall cost little, and the bodies of one flow, arriving or in a queue, leave room for the others.
 */
export class BodyIntake {
  readonly #limits: BodyLimits
  readonly #heldBy = new Map<string, number>()
  readonly #whole = new Map<IncomingMessage, Held>()
  #held = 0

  constructor(limits: BodyLimits) {
    this.#limits = limits
  }

  /** Rejects with an `ApiError` for what passes a limit, and when the other side breaks off. */
  take(message: IncomingMessage, flow: string): Promise<Buffer> {
    const { bytes: limit, timeoutMs } = this.#limits
    if (message.destroyed) return Promise.reject(brokenOff())
    if (Number(message.headers['content-length'] ?? 0) > limit) return Promise.reject(this.#tooLarge())
    if (message.complete) return this.#takeWhole(message, flow)
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      const leave = (): void => {
        clearTimeout(timer)
        message.off('data', hold).off('end', finish).off('close', miss)
      }
      const refuse = (error: ApiError): void => {
        leave()
        this.#release(flow, size)
        reject(error)
      }
      const miss = (): void => refuse(brokenOff())
      const hold = (chunk: Buffer): void => {
        const whole = size + chunk.length
        if (whole > limit) refuse(this.#tooLarge())
        else if (!this.#reserve(flow, chunk.length)) refuse(noRoom())
        else {
          size = whole
          chunks.push(chunk)
        }
      }
      const finish = (): void => {
        leave()
        if (size > 0) this.#whole.set(message, { flow, size })
        resolve(wholeOf(chunks))
      }
      const timer = setTimeout(() => refuse(stalled(timeoutMs)), timeoutMs)
      message.on('data', hold).on('end', finish).on('close', miss)
    })
  }

  /** Told when a request has been answered: its body is of no further use. */
  done(message: IncomingMessage): void {
    const held = this.#whole.get(message)
    if (held === undefined) return
    this.#whole.delete(message)
    this.#release(held.flow, held.size)
  }

  /** Small bodies come together with their head. Nobody has to wait for one, nor to watch how long it takes. */
  #takeWhole(message: IncomingMessage, flow: string): Promise<Buffer> {
    const body = wholeOf(partsOf(message))
    const size = body.length
    if (size > this.#limits.bytes) return Promise.reject(this.#tooLarge())
    if (!this.#reserve(flow, size)) return Promise.reject(noRoom())
    if (size > 0) this.#whole.set(message, { flow, size })
    return Promise.resolve(body)
  }

  #tooLarge(): ApiError {
    return tooLarge(`limit is ${this.#limits.bytes}`)
  }

  #reserve(flow: string, bytes: number): boolean {
    const { heldBytes, heldBytesPerFlow } = this.#limits
    const own = (this.#heldBy.get(flow) ?? 0) + bytes
    if (own > heldBytesPerFlow || this.#held + bytes > heldBytes) return false
    this.#heldBy.set(flow, own)
    this.#held += bytes
    return true
  }

  #release(flow: string, bytes: number): void {
    if (bytes === 0) return
    const own = (this.#heldBy.get(flow) ?? 0) - bytes
    if (own > 0) this.#heldBy.set(flow, own)
    else this.#heldBy.delete(flow)
    this.#held -= bytes
  }
}

function partsOf(message: IncomingMessage): readonly Buffer[] {
  const parts: Buffer[] = []
  for (let part: Buffer | null = message.read(); part !== null; part = message.read()) parts.push(part)
  return parts
}

function wholeOf(parts: readonly Buffer[]): Buffer {
  const [first, second] = parts
  return first !== undefined && second === undefined ? first : Buffer.concat(parts)
}

/** Nobody is left to read it, but whatever waits for the body must come to an end. */
function brokenOff(): ApiError {
  return badRequest('the body of the request ended before its end')
}

function noRoom(): ApiError {
  return tooManyRequests('Too many bodies are on their way, please try again later.', 1)
}

function stalled(timeoutMs: number): ApiError {
  const message = `the body of the request did not come within ${timeoutMs / 1000} seconds`
  return new ApiError({ code: 408, reason: 'Timeout', message, details: {} })
}
