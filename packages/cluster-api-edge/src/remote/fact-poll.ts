import type { Background, FactTeller, Timing } from '@sitrep/controller'
import type { ConnectedCluster, FactSource } from './fact-source.ts'

export interface FactPollOptions {
  readonly source: FactSource
  readonly teller: FactTeller
  readonly timing: Timing
  readonly everyMs: number
  /** Whether there is such a fact about this cluster, and nobody else tells it. */
  readonly concerns: () => boolean
  /** Whether anybody asks for such facts. */
  readonly asked: () => boolean
  readonly background: Background
  /** What it is called. */
  readonly cluster: string
}

const mostEveryMs = 60_000

/**
 * Looks at one cluster again and again until its connection ends, and less often while looking fails. What was told stays told then: the
 * connection itself says how much it is worth. The first look waits for nobody to ask: those who would are waiting for it.
 */
export async function pollFact(cluster: ConnectedCluster, options: FactPollOptions): Promise<void> {
  const { teller, timing, everyMs, concerns, asked } = options
  let fruitless = 0
  for (let looks = 0; !cluster.signal.aborted; looks++) {
    if (concerns() && (looks === 0 || asked())) {
      const seen = await lookAt(cluster, options)
      if (cluster.signal.aborted) return
      fruitless = seen === undefined ? fruitless + 1 : 0
      if (seen === undefined) teller.forget(cluster.ref)
      else teller.tell(cluster.ref, seen)
    }
    await timing.sleep(Math.max(everyMs, Math.min(mostEveryMs, everyMs * 2 ** fruitless)), cluster.signal)
  }
}

// What fails by our mistake was not seen, and is looked at less and less often.
async function lookAt(
  connected: ConnectedCluster,
  { source, background, cluster }: FactPollOptions,
): Promise<object | undefined> {
  try {
    return await source.look(connected)
  } catch (error) {
    background.tell({ what: `looking at ${source.fact.kind.kind}`, about: 'cluster', name: cluster }, error)
    return undefined
  }
}
