import type { Clock, Deadline } from '../clock.ts'
import { deadlineText, ProviderError } from '../errors.ts'
import type { Fault, Play } from './case.testing.ts'

export const beginning = Date.parse('2026-08-21T12:00:00Z')

/** A clock that moves only when something takes its time. */
export class PlayedTime implements Clock {
  #now = beginning
  readonly #deadlines: Map<AbortSignal, { readonly at: number; readonly abort: AbortController }> = new Map()

  readonly now = (): string => new Date(this.#now).toISOString().replace('.000Z', 'Z')

  readonly deadline = (milliseconds: number): Deadline => {
    const abort = new AbortController()
    this.#deadlines.set(abort.signal, { at: this.#now + milliseconds, abort })
    return { signal: abort.signal, release: () => {} }
  }

  // Retries wait for moments that nobody measures.
  readonly sleep = async (): Promise<void> => {}

  /** Lets pass what something takes, but no more than its time; throws when that is over. */
  pass({ takes = 0, hang = false }: Pick<Play, 'takes' | 'hang'>, signal: AbortSignal): void {
    const end = this.#deadlines.get(signal)?.at ?? Number.POSITIVE_INFINITY
    this.#now = Math.max(this.#now, Math.min(end, hang ? end : this.#now + takes * 1000))
    for (const { at, abort } of this.#deadlines.values()) if (at <= this.#now) abort.abort()
    if (signal.aborted) throw new ProviderError('deadline', deadlineText)
  }
}

/** Requests that go wrong, each as often as it says, counted from the first. */
export class Faults {
  readonly #faults: readonly Fault[]
  readonly #time: PlayedTime
  readonly #met: Map<string, number> = new Map()

  constructor(faults: readonly Fault[], time: PlayedTime) {
    this.#faults = faults
    this.#time = time
  }

  /** Lets a request take its time, and says what goes wrong with it. */
  meet(at: string, signal: AbortSignal): Fault | undefined {
    const count = (this.#met.get(at) ?? 0) + 1
    this.#met.set(at, count)
    const fault = this.#faults.find((each) => each.at === at && count <= (each.times ?? 1))
    this.#time.pass(fault ?? {}, signal)
    return fault?.code === undefined && fault?.text === undefined ? undefined : fault
  }
}

/** The error that a fault amounts to. */
export function errorOf({ code, text = '' }: Pick<Fault, 'code' | 'text'>): ProviderError {
  if (code !== undefined) return new ProviderError('answered', text, { httpStatus: code })
  if (text === 'context canceled') return new ProviderError('cancelled', text)
  return new ProviderError(text === deadlineText ? 'deadline' : 'not-answered', text)
}

/** How a failed request is written down: with its code, or with what there is instead. */
export function markOf(error: unknown): string {
  if (!(error instanceof ProviderError)) return '!error'
  if (error.code === 'deadline') return '!timeout'
  return error.httpStatus === undefined ? '!error' : `!${error.httpStatus}`
}
