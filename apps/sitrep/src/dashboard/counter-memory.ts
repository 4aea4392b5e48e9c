import type { History } from '@sitrep/controller'
import type { Counter } from '@sitrep/dashboard'
import type { Engine, StatusChange } from '@sitrep/engine'
import { type Family, managementCluster, refKey } from '@sitrep/status'
import { countersOf } from './fleet/counters.ts'

/** Writes down what objects count, whenever they count something else. */
export class CounterMemory {
  readonly #history: Pick<History, 'recordCounters'>
  readonly #families: readonly Family[]
  readonly #last: Map<string, readonly Counter[]> = new Map()

  constructor(history: Pick<History, 'recordCounters'>, families: readonly Family[]) {
    this.#history = history
    this.#families = families
  }

  take(
    changes: readonly StatusChange[],
    { engine, now }: { readonly engine: Engine; readonly now: number },
  ): void {
    for (const { ref, maker } of changes) {
      if (maker !== undefined || (ref.cluster ?? managementCluster) !== managementCluster) continue
      const key = refKey(ref)
      const object = engine.object(ref)
      if (object === undefined) {
        this.#last.delete(key)
        continue
      }
      const counters = countersOf(object, this.#families)
      if (counters.length === 0) continue
      const before = this.#last.get(key) ?? []
      const changed = counters.filter(
        ({ name, have, want }) =>
          !before.some((each) => each.name === name && each.have === have && each.want === want),
      )
      this.#last.set(key, counters)
      this.#history.recordCounters(ref, changed, now)
    }
  }
}
