import type { WorldChange } from '@sitrep/engine'
import type { Timing } from '../timing.ts'

/** So many are taken in within some milliseconds. */
const plenty = 500

/** A server gives up whoever takes nothing from it for long, and a turn may take seconds. */
const longestMs = 100

interface Wait {
  readonly taken: AbortController
  readonly over: Promise<void>
}

/**
 * What has arrived and waits for the next turn. An object that waits takes far more room than one that was taken in, and whoever reads is faster
 * than whoever takes in: without end most of a world would wait, and one step of a turn goes through all that waits.
 */
export class PendingChanges {
  readonly #timing: Timing
  #changes: WorldChange[] = []
  /** Set while somebody waits. */
  #wait: Wait | undefined = undefined

  constructor(timing: Timing) {
    this.#timing = timing
  }

  get length(): number {
    return this.#changes.length
  }

  add(change: WorldChange): void {
    this.#changes.push(change)
  }

  /** Takes out all of them, and lets those go on who wait. */
  take(): readonly WorldChange[] {
    const changes = this.#changes
    this.#changes = []
    this.#wait?.taken.abort()
    this.#wait = undefined
    return changes
  }

  /** Resolves when there is room for more, or nobody should wait any longer. */
  room = async (): Promise<void> => {
    if (this.#changes.length < plenty) return
    this.#wait ??= this.#begin()
    await this.#wait.over
  }

  // Who comes when the time of the others is over waits as long as they did.
  #begin(): Wait {
    const taken = new AbortController()
    const over = this.#timing.sleep(longestMs, taken.signal).then(() => {
      if (this.#wait?.taken === taken) this.#wait = undefined
    })
    return { taken, over }
  }
}
