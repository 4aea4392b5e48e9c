import type { Wanted, WorldChange } from '@sitrep/engine'
import type { ClusterName } from '@sitrep/status'

type Feed = (changes: readonly WorldChange[]) => void

/**
 * What is asked of one workload cluster. While it is connected, nobody but the lists and watches says what can be read, so that what
 * is newly asked for is waited for; while it is not, everything that is asked is answered with why it cannot be read.
 */
export class Asked {
  readonly #cluster: ClusterName
  readonly #feed: Feed
  #now: readonly Wanted[] = []
  /** What was asked while the cluster was connected: most of it will be asked again as soon as it is. */
  #before: readonly Wanted[] = []
  #state: 'connecting' | 'connected' | { readonly why: string } = 'connecting'

  constructor(cluster: ClusterName, feed: Feed) {
    this.#cluster = cluster
    this.#feed = feed
  }

  /** Whether nobody has said yet that the cluster cannot be read. */
  get readable(): boolean {
    return typeof this.#state === 'string'
  }

  /** What to list and watch. Whoever reads only from connected clusters asks nothing while this one is not. */
  get toFollow(): readonly Wanted[] {
    if (this.#state === 'connected') return this.#now
    const keys = new Set(this.#now.map(keyOf))
    return [...this.#now, ...this.#before.filter((wanted) => !keys.has(keyOf(wanted)))]
  }

  now(asked: readonly Wanted[]): void {
    const keys = new Set(this.#now.map(keyOf))
    this.#now = asked
    if (typeof this.#state === 'string') return
    this.#refuse(
      asked.filter((wanted) => !keys.has(keyOf(wanted))),
      this.#state.why,
    )
  }

  connected(): void {
    this.#state = 'connected'
  }

  /** Says of everything that is asked that it cannot be read. */
  unreadable(why: string): void {
    if (this.#state === 'connected') this.#before = this.#now
    if (typeof this.#state !== 'string' && this.#state.why === why) return
    this.#state = { why }
    this.#refuse(this.#now, why)
  }

  #refuse(asked: readonly Wanted[], why: string): void {
    if (asked.length === 0) return
    this.#feed(
      asked.map(({ group, kind, by }) => ({
        cluster: this.#cluster,
        kind: { group, kind },
        read: false,
        why,
        ...(by && { by }),
      })),
    )
  }
}

const keyOf = ({ group, kind, by }: Wanted): string =>
  `${group}/${kind}|${by === undefined ? '' : `${by.index}=${by.key}`}`
