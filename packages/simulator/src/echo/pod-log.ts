/** What is asked of the log of a pod. */
export interface PodLogQuestion {
  readonly container?: string
  /** Milliseconds since the epoch; nothing older is told. */
  readonly since?: number
  /** Only so many of the last lines. */
  readonly tail?: number
  /** Each line begins with its time. */
  readonly timestamps?: boolean
}

interface Line {
  readonly at: number
  readonly container: string
  readonly text: string
}

const mostLines = 10_000

/** The last lines that the containers of one pod have written. */
export class PodLog {
  readonly #now: () => number
  #lines: Line[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  write(container: string, text: string): void {
    this.#lines.push({ at: this.#now(), container, text })
    if (this.#lines.length > 2 * mostLines) this.#lines = this.#lines.slice(-mostLines)
  }

  read({ container, since, tail, timestamps = false }: PodLogQuestion): string {
    const lines = this.#lines.filter(
      (line) => (container ?? line.container) === line.container && line.at >= (since ?? 0),
    )
    return lines
      .slice(tail === undefined ? 0 : Math.max(0, lines.length - tail))
      .map(({ at, text }) => `${timestamps ? `${new Date(at).toISOString()} ` : ''}${text}\n`)
      .join('')
  }
}
