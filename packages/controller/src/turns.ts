/** What a turn spends its time on. */
export const turnParts = ['engine', 'telling', 'publishing'] as const
export type TurnPart = (typeof turnParts)[number]

/** One turn, which may be interrupted wherever it yields: it says what it has just done. */
export type Turn = Generator<TurnPart, void, void>

/** So many objects are some milliseconds' work at most. */
const publishedInStep = 50

/** Hands on what is published, some of it at a time. */
export function* published<Item>(all: readonly Item[], take: (some: readonly Item[]) => void): Turn {
  for (let from = 0; from < all.length; from += publishedInStep) {
    take(all.slice(from, from + publishedInStep))
    yield 'publishing'
  }
}

export interface TurnsOptions {
  readonly begin: () => Turn
  /** Whether there is something to do for another turn. */
  readonly more: () => boolean
  /** For how long others go first before a turn begins, where the last one has taken so long. Default: for no time. */
  readonly restMs?: (lastTurnMs: number) => number
  /** Seconds for which a part of a turn held the process without a break. */
  readonly onHeld: (part: TurnPart, seconds: number) => void
  readonly onError: (error: unknown) => void
}

/** For so long others wait: answers that have come, timers that are due, leases to be renewed. */
const sliceMs = 10

/** Takes one turn after the other, each in slices: between two slices everything else in the process goes on. */
export class Turns {
  readonly #options: TurnsOptions
  #turn: Turn | undefined = undefined
  #inSlice = false
  #rests = false
  #begunAt = 0
  #lastTurnMs = 0
  /** Takes back that the next slice comes. */
  #takeBack: (() => void) | undefined = undefined
  #stopped = false

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Whether a turn waits to begin or has not come to its end. */
  get busy(): boolean {
    return this.#turn !== undefined || this.#takeBack !== undefined
  }

  /** Whether a turn has begun and has not come to its end. */
  get underWay(): boolean {
    return this.#turn !== undefined
  }

  /** Whether the next one lets others go first. */
  get rests(): boolean {
    return this.#rests
  }

  /** Asks for a turn, unless one is asked for or under way: that one sees to whatever has come since. */
  schedule(): void {
    if (this.#stopped || this.busy || this.#inSlice) return
    this.#plan()
  }

  /** Those who went first are done: the next turn begins now. */
  endRest(): void {
    if (!this.#rests || this.#stopped) return
    this.#takeBack?.()
    this.#planAfter(0)
  }

  /** Nothing more is done, not even the rest of a turn. */
  stop(): void {
    this.#stopped = true
    this.#takeBack?.()
    this.#takeBack = undefined
    this.#turn = undefined
  }

  #plan(): void {
    this.#planAfter(this.#turn === undefined ? (this.#options.restMs?.(this.#lastTurnMs) ?? 0) : 0)
  }

  #planAfter(restMs: number): void {
    this.#rests = restMs > 0
    if (restMs === 0) {
      const next = setImmediate(() => this.#slice())
      this.#takeBack = () => clearImmediate(next)
    } else {
      const next = setTimeout(() => this.#slice(), restMs)
      this.#takeBack = () => clearTimeout(next)
    }
  }

  #slice(): void {
    const { begin, more, onError } = this.#options
    this.#takeBack = undefined
    this.#rests = false
    this.#inSlice = true
    try {
      if (this.#turn === undefined) {
        this.#turn = begin()
        this.#begunAt = performance.now()
      }
      if (this.#ranToEnd(this.#turn)) {
        this.#turn = undefined
        this.#lastTurnMs = performance.now() - this.#begunAt
      }
    } catch (error) {
      this.#turn = undefined
      onError(error)
    }
    this.#inSlice = false
    if (!this.#stopped && (this.#turn !== undefined || more())) this.#plan()
  }

  #ranToEnd(turn: Turn): boolean {
    const held = new Map<TurnPart, number>()
    const begun = performance.now()
    let [last, done] = [begun, false]
    try {
      while (!done && last - begun < sliceMs) {
        const step = turn.next()
        const now = performance.now()
        if (step.done === true) done = true
        else held.set(step.value, (held.get(step.value) ?? 0) + now - last)
        last = now
      }
    } finally {
      for (const [part, milliseconds] of held) this.#options.onHeld(part, milliseconds / 1_000)
    }
    return done
  }
}
