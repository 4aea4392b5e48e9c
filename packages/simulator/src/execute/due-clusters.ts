import type { ClusterName } from '@sitrep/status'
import type { Concern } from '../world/concern.ts'

/** Which Clusters have to be looked at: those that something happened to, and those whose time has come. */
export class DueClusters {
  readonly #touched: Set<ClusterName> = new Set()
  readonly #wakes: Map<ClusterName, number> = new Map()

  /** Something happened. `known` are the Clusters among which a whole namespace is looked for. */
  touch(concern: Concern, known: Iterable<ClusterName>): void {
    if ('cluster' in concern) this.#touched.add(concern.cluster)
    else for (const name of known) if (name.startsWith(`${concern.namespace}/`)) this.#touched.add(name)
  }

  /** Takes out, in order, what is to be looked at now. */
  take(now: number): readonly ClusterName[] {
    for (const [cluster, at] of this.#wakes) if (at <= now) this.#touched.add(cluster)
    const due = [...this.#touched].sort()
    this.#touched.clear()
    for (const cluster of due) this.#wakes.delete(cluster)
    return due
  }

  /** Looks at a Cluster again at the earliest of these instants, though nothing may have happened to it. */
  wake(cluster: ClusterName, instants: readonly number[]): void {
    if (instants.length > 0) this.#wakes.set(cluster, Math.min(...instants))
  }

  /** When the next Cluster has to be looked at. */
  get next(): number | undefined {
    let next: number | undefined
    for (const at of this.#wakes.values()) if (next === undefined || at < next) next = at
    return next
  }
}
