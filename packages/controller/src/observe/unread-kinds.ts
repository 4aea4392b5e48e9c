import type { KindRead, Wanted, WorldChange } from '@sitrep/engine'
import type { ClusterName, KindRef } from '@sitrep/status'

/** A kind of a cluster that is asked for and cannot be read. */
export interface UnreadKind extends KindRef {
  readonly cluster: ClusterName
  readonly why: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** What cannot be read, why, and since when. A reason that is told again keeps its time. */
export class UnreadKinds {
  readonly #known: Map<string, UnreadKind> = new Map()
  /** What edges read by themselves and nobody asks for. */
  readonly #unasked: Map<string, UnreadKind> = new Map()

  /** Changes that are about to be taken in. */
  take(changes: readonly WorldChange[], now: number): void {
    for (const change of changes) {
      if (!('read' in change)) continue
      if (change.kind === 'every') this.#takeEvery(change)
      else note(this.#known, wantedIn(change, change.kind), { why: whyNot(change), now })
    }
  }

  /** Something that nobody asks the world for cannot be read, or without a reason can be. */
  tell(wanted: Wanted, why: string | undefined, now: number): void {
    note(this.#unasked, wanted, { why, now })
  }

  /** What nobody asks for any more cannot be missed. */
  keepAsked(asked: readonly Wanted[]): void {
    if (this.#known.size === 0) return
    const keys = new Set(asked.map(keyOf))
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key)
  }

  /** Each kind of each cluster once, however many keys of it are asked for. */
  get all(): readonly UnreadKind[] {
    const kinds = new Map<string, UnreadKind>()
    for (const unread of [...this.#unasked.values(), ...this.#known.values()]) {
      const key = keyOf({ cluster: unread.cluster, group: unread.group, kind: unread.kind })
      if (!kinds.has(key)) kinds.set(key, unread)
    }
    return [...kinds.values()]
  }

  #takeEvery({ cluster = '', read }: KindRead): void {
    if (!read) return
    for (const [key, unread] of this.#known) if (unread.cluster === cluster) this.#known.delete(key)
  }
}

interface Told {
  readonly why: string | undefined
  readonly now: number
}

function note(known: Map<string, UnreadKind>, wanted: Wanted, { why, now }: Told): void {
  const key = keyOf(wanted)
  if (why === undefined) known.delete(key)
  else if (known.get(key)?.why !== why) {
    const { cluster, group, kind } = wanted
    known.set(key, { cluster, group, kind, why, since: now })
  }
}

const whyNot = ({ read, why }: KindRead): string | undefined => (read ? undefined : (why ?? 'not read'))

const wantedIn = ({ cluster = '', by }: KindRead, { group, kind }: KindRef): Wanted => ({
  cluster,
  group,
  kind,
  ...(by && { by }),
})

const keyOf = ({ cluster, group, kind, by }: Wanted): string =>
  `${cluster}|${group}|${kind}|${by === undefined ? '' : `${by.index}=${by.key}`}`
