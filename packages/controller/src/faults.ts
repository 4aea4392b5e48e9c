import { ControllerError } from './errors.ts'

/** What a fault may be about; few, because they are counted by it. */
export const faultSubjects = ['object', 'kind', 'cluster', 'server', 'request', 'process'] as const
export type FaultSubject = (typeof faultSubjects)[number]

/** What was being done, and about what. */
export interface Task {
  /** In words that are always the same: `writing a status`. */
  readonly what: string
  readonly about: FaultSubject
  /** Which one: `Machine prod/a`. */
  readonly name: string
}

/** Something that went wrong by our mistake, in work that has nobody who waits for its outcome. */
export interface Fault extends Task {
  readonly error: unknown
}

/** Where faults are told. Throwing here helps nobody: it ends as a warning of the process. */
export type OnFault = (fault: Fault) => void

const warn: OnFault = ({ what, name, error }) =>
  process.emitWarning(`${what} (${name}) failed: ${wordsOf(error)}`, 'SitrepFault')

/**
 * Work that nobody awaits. Whatever goes wrong in it ends here and is told with what it was about, so that no promise is ever rejected
 * without somebody to notice.
 */
export class Background {
  readonly #onFault: OnFault

  /** Left out, faults become warnings of the process. */
  constructor(onFault: OnFault = warn) {
    this.#onFault = onFault
  }

  /** Begins work and forgets it. */
  run(task: Task, work: () => Promise<unknown>): void {
    this.start(task, work).catch((error: unknown) => warn({ ...task, error }))
  }

  /** Begins work for somebody who only wants to know when it is over: what is answered never fails. */
  async start(task: Task, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.tell(task, error)
    }
  }

  /** Says that something went wrong. */
  tell(task: Task, error: unknown): void {
    try {
      this.#onFault({ ...task, error })
    } catch (second) {
      warn({ ...task, error })
      warn({ what: 'telling a fault', about: 'process', name: task.what, error: second })
    }
  }

  /** The error as this package throws it. What is none of its own is our mistake: it is told, and may pass. */
  errorOf(task: Task, error: unknown): ControllerError {
    if (error instanceof ControllerError) return error
    this.tell(task, error)
    return new ControllerError('failed-here', `${task.what} (${task.name}) failed: ${wordsOf(error)}`, {
      retry: 'with-backoff',
      cause: error,
    })
  }
}

const longest = 500

/** What an error says, in one line of a length that can be shown. */
export function wordsOf(error: unknown): string {
  // Who was tried at several addresses says nothing himself: each of them has its own reason.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(wordsOf).join(', ').slice(0, longest)
  const words = error instanceof Error ? error.message : String(error)
  return words.replace(/\s+/g, ' ').slice(0, longest)
}

/** A fault that was told, and what was set aside by it. */
export interface KnownFault extends Task {
  readonly why: string
  readonly count: number
  /** Milliseconds since the epoch: of the first time and of the last. */
  readonly since: number
  readonly last: number
}

const mostKnown = 50
const forgottenAfterMs = 600_000

/** The faults of the last minutes, each once, however often it came. */
export class KnownFaults {
  readonly #known: Map<string, KnownFault> = new Map()

  take({ what, about, name, error }: Fault, now: number): void {
    const key = `${what}|${about}|${name}`
    const before = this.#known.get(key)
    this.#known.delete(key)
    const since = before?.since ?? now
    this.#known.set(key, {
      what,
      about,
      name,
      why: wordsOf(error),
      count: (before?.count ?? 0) + 1,
      since,
      last: now,
    })
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest)
  }

  /** What has not come again for a while has passed. */
  at(now: number): readonly KnownFault[] {
    for (const [key, { last }] of this.#known)
      if (Math.abs(now - last) > forgottenAfterMs) this.#known.delete(key)
    return [...this.#known.values()]
  }
}
