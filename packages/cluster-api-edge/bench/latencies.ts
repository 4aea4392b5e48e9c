import type { WorldChange } from '@sitrep/engine'
import type { KubeObject, ObjectRef } from '@sitrep/status'
import { changedAt } from './fleet-size.ts'

/** From the moment a Node changed in its server until what follows from it was written: on its Machine, and on its Cluster. */
export class Latencies {
  readonly onMachines: number[] = []
  readonly onClusters: number[] = []
  /** All writes. */
  writes = 0
  /** Writes on Machines whose Node changed. */
  writesOnChanged = 0
  readonly #changed: Set<string> = new Set()
  readonly #ready: Map<string, string> = new Map()
  readonly #open: Map<string, number> = new Map()

  clear(): void {
    this.onMachines.length = 0
    this.onClusters.length = 0
    this.writes = 0
    this.writesOnChanged = 0
    this.#open.clear()
  }

  /** Changes that nothing was written for yet. */
  get unanswered(): number {
    return this.#open.size
  }

  taken(changes: readonly WorldChange[]): void {
    for (const change of changes) {
      if (!('object' in change) || change.object.kind !== 'Node') continue
      const { object, cluster = '' } = change
      const { name } = object.metadata
      const ready = readyOf(object)
      const before = this.#ready.get(name)
      this.#ready.set(name, ready)
      const at = Number(object.metadata.annotations?.[changedAt])
      if (before === undefined || before === ready || Number.isNaN(at)) continue
      this.#changed.add(name)
      this.#open.set(`Machine/${name}`, at)
      this.#open.set(`Cluster/${cluster.slice(cluster.indexOf('/') + 1)}`, at)
    }
  }

  written({ kind, name }: ObjectRef): void {
    this.writes++
    if (kind === 'Machine' && this.#changed.has(name)) this.writesOnChanged++
    const key = `${kind}/${name}`
    const at = this.#open.get(key)
    if (at === undefined) return
    this.#open.delete(key)
    const samples = kind === 'Machine' ? this.onMachines : this.onClusters
    samples.push(performance.timeOrigin + performance.now() - at)
  }
}

function readyOf({ status }: KubeObject): string {
  const { conditions } = status as { conditions: readonly { type: string; status: string }[] }
  return conditions.find(({ type }) => type === 'Ready')?.status ?? ''
}

/** The value that so much of the samples does not exceed. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
