import { setImmediate as turn } from 'node:timers/promises'
import type { Connection } from '@sitrep/controller/connection'

// What follows from an answer is asked within so many turns of the event loop.
const turns = 5
// Whoever asks without end is not waited for.
const mostRounds = 200

/** Knows what is really under way to a server: the clock of a story stands still, a busy machine takes its time. */
export class Traffic {
  readonly #underWay: Set<Promise<unknown>> = new Set()

  /** The same server; what is asked through this is counted, a stream until it begins. */
  of(connection: Connection): Connection {
    return {
      ...connection,
      request: (request) => this.#count(connection.request(request)),
      stream: (request) => this.#count(connection.stream(request)),
    }
  }

  /** Resolves when everything was answered, and all that was asked because of it. */
  async answered(): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      await Promise.allSettled(this.#underWay)
      for (let count = 0; count < turns; count++) await turn()
      if (this.#underWay.size === 0) return
    }
  }

  #count<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const over = (): void => void this.#underWay.delete(answer)
    this.#underWay.add(answer)
    answer.then(over, over)
    return answer
  }
}
