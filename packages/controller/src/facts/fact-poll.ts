import { isDeepStrictEqual } from 'node:util'
import type { WorldChange } from '@sitrep/engine'
import { type KubeObject, refOf } from '@sitrep/status'
import type { Timing } from '../timing.ts'
import type { ConnectedCluster, FactSource } from './fact-source.ts'

export interface FactPollOptions {
  readonly source: FactSource
  readonly timing: Timing
  readonly everyMs: number
  /** Whether anybody asks for this fact about this cluster, and nobody else tells it. */
  readonly wanted: () => boolean
  readonly feed: (changes: readonly WorldChange[]) => void
}

const mostEveryMs = 60_000

/** Looks at one cluster again and again while it is connected, and tells what changed. Looks less often while looking fails. */
export class FactPoll {
  readonly #options: FactPollOptions
  #told: KubeObject | undefined = undefined

  constructor(options: FactPollOptions) {
    this.#options = options
  }

  /** Goes on until the connection ends. What was told stays told: the connection itself says how much it is worth. */
  async run(cluster: ConnectedCluster): Promise<void> {
    const { source, timing, everyMs, wanted } = this.#options
    let fruitless = 0
    while (!cluster.signal.aborted) {
      if (wanted()) {
        const fact = await source.look(cluster)
        if (cluster.signal.aborted) return
        fruitless = fact === undefined ? fruitless + 1 : 0
        this.#tell(fact)
      }
      await timing.sleep(Math.max(everyMs, Math.min(mostEveryMs, everyMs * 2 ** fruitless)), cluster.signal)
    }
  }

  /** The cluster is gone, and so is what was told of it. */
  end(ref: ConnectedCluster['ref']): void {
    this.#tell(undefined)
    this.#options.source.forget?.(ref)
  }

  #tell(fact: KubeObject | undefined): void {
    if (isDeepStrictEqual(fact, this.#told)) return
    const before = this.#told
    this.#told = fact
    if (fact !== undefined) this.#options.feed([{ object: fact }])
    else if (before !== undefined) this.#options.feed([{ gone: refOf(before) }])
  }
}
