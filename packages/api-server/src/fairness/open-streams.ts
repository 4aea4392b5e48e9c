import { tooManyRequests } from '../errors/api-error.ts'
import { type ApiResponse, isStream, type ResponseStream } from '../request/api-request.ts'

export interface StreamLimits {
  /** What the open streams of one flow may weigh together. */
  readonly perFlow: number
  /** What those of all flows may. */
  readonly total: number
}

/** A plain watch weighs one: far more than any client opens, and little enough to be held. */
const defaults: StreamLimits = { perFlow: 10_000, total: 40_000 }

/** A stream that somebody asks for. */
export interface AskedStream {
  readonly flow: string
  /** What was asked is held for as long as the stream is open, and looked at for each event. */
  readonly query: string
}

/** Answers that stay open for as long as somebody likes. Each holds memory, so that one flow may have only so many. */
export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #byFlow = new Map<string, number>()
  #open = 0

  constructor(limits: Partial<StreamLimits> = {}) {
    this.#limits = { ...defaults, ...limits }
  }

  /** The answer, counted while it is open where it is a stream. Throws a 429 where there is no room for it. */
  counted(asked: AskedStream, response: ApiResponse): ApiResponse {
    const { body } = response
    if (!isStream(body)) return response
    const weight = 1 + asked.query.length / 1024
    const own = this.#byFlow.get(asked.flow) ?? 0
    if (own + weight > this.#limits.perFlow || this.#open + weight > this.#limits.total)
      throw tooManyRequests('Too many watches are open, please try again later.', 1)
    return { ...response, body: this.#weighing(asked.flow, weight, body) }
  }

  #weighing(flow: string, weight: number, stream: ResponseStream): ResponseStream {
    return {
      start: (sink) => {
        this.#add(flow, weight)
        sink.onClose(() => this.#add(flow, -weight))
        stream.start(sink)
      },
    }
  }

  #add(flow: string, weight: number): void {
    this.#open += weight
    const own = (this.#byFlow.get(flow) ?? 0) + weight
    // Fractions may leave a trace of those that have ended.
    if (own >= 1) this.#byFlow.set(flow, own)
    else this.#byFlow.delete(flow)
  }
}
