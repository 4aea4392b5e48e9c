import { setImmediate as turn } from 'node:timers/promises'
import type { WorldChange } from '@sitrep/engine'
import { type ObjectRef, refKey, refOf } from '@sitrep/status'

/** So many changes are told at once, and somewhat more where a key has more: one long turn would keep a lease from being renewed. */
const mostAtOnce = 2_000

interface Arrival {
  readonly key: string
  readonly change: WorldChange
}

/** Changes of objects that wait until they are told together, all of a key at once. */
export class Arrivals {
  readonly #feed: (changes: readonly WorldChange[]) => void
  readonly #waiting: Map<string, Arrival> = new Map()

  constructor(feed: (changes: readonly WorldChange[]) => void) {
    this.#feed = feed
  }

  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  /** The newest change of an object is what counts. */
  add(key: string, change: WorldChange): void {
    const ref = refIn(change)
    if (ref !== undefined) this.#waiting.set(refKey(ref), { key, change })
  }

  /** Takes a change out again. */
  drop(id: string): WorldChange | undefined {
    const arrival = this.#waiting.get(id)
    this.#waiting.delete(id)
    return arrival?.change
  }

  /** Tells everything, key by key, until the signal says stop. */
  async release(
    signal: AbortSignal,
    onKey: (key: string, refs: readonly ObjectRef[]) => void = () => {},
  ): Promise<void> {
    let told = 0
    while (this.#waiting.size > 0 && !signal.aborted) {
      for (const [key, changes] of this.#byKey()) {
        if (signal.aborted) return
        // Something of it may have changed or gone since.
        const current = changes.flatMap((id) => this.drop(id) ?? [])
        onKey(
          key,
          current.flatMap((change) => refIn(change) ?? []),
        )
        this.#feed(current)
        told += current.length
        if (told < mostAtOnce) continue
        told = 0
        // What was fed is taken in by the next turn.
        await turn()
        await turn()
      }
    }
  }

  #byKey(): ReadonlyMap<string, readonly string[]> {
    const byKey = new Map<string, string[]>()
    for (const [id, { key }] of this.#waiting) {
      const present = byKey.get(key)
      if (present === undefined) byKey.set(key, [id])
      else present.push(id)
    }
    return byKey
  }
}

function refIn(change: WorldChange): ObjectRef | undefined {
  if ('object' in change) return { ...refOf(change.object), cluster: change.cluster ?? '' }
  if ('moved' in change) return change.moved
  return 'gone' in change ? change.gone : undefined
}
