import type { WorldChange } from '@sitrep/engine'
import type { KubeObject, ObjectRef } from '@sitrep/status'
import type { BenchRow } from '../../controller/bench/client.bench.ts'
import { changedAt } from './fleet-size.ts'

/** What a change of a Node goes through until a status that follows from it is written, in this order. */
const stages = ['received', 'turn begun', 'computed', 'sent', 'answered'] as const
type Stage = (typeof stages)[number]

/** When a change happened, and when it came to each stage so far, in milliseconds since the epoch. */
interface Journey {
  readonly at: number
  readonly reached: Partial<Record<Stage, number>>
}

/** A change whose status is written. */
interface Arrived {
  readonly total: number
  /** Milliseconds from the stage before to each. */
  readonly spent: Readonly<Record<Stage, number>>
}

type Written = 'Machine' | 'Cluster'

/** From the moment a Node changed in its server until what follows from it was written: on its Machine, and on its Cluster. */
export class Latencies {
  /** All writes. */
  writes = 0
  /** Writes on Machines whose Node changed. */
  writesOnChanged = 0
  readonly #arrived: Record<Written, Arrived[]> = { Machine: [], Cluster: [] }
  readonly #changed: Set<string> = new Set()
  readonly #ready: Map<string, string> = new Map()
  readonly #open: Map<string, Journey> = new Map()

  clear(): void {
    this.#arrived.Machine = []
    this.#arrived.Cluster = []
    this.writes = 0
    this.writesOnChanged = 0
    this.#open.clear()
  }

  /** Changes that nothing was written for yet. */
  get unanswered(): number {
    return this.#open.size
  }

  /** Changes have come from a workload cluster. */
  received(changes: readonly WorldChange[]): void {
    for (const change of changes) {
      if (!('object' in change) || change.object.kind !== 'Node') continue
      const { object } = change
      const { name } = object.metadata
      const ready = readyOf(object)
      const before = this.#ready.get(name)
      this.#ready.set(name, ready)
      const at = Number(object.metadata.annotations?.[changedAt])
      if (before === undefined || before === ready || Number.isNaN(at)) continue
      this.#changed.add(name)
      // What is still on its way for an earlier change is late by that one.
      for (const key of keysOf(change)) if (!this.#open.has(key)) this.#open.set(key, { at, reached: {} })
      this.reached('received', [change])
    }
  }

  /** Changes of Nodes have come so far. */
  reached(stage: Stage, changes: readonly WorldChange[]): void {
    if (this.#open.size === 0) return
    for (const change of changes) for (const key of keysOf(change)) this.#reach(stage, key)
  }

  /** A request for a status is sent; the answer notes that it was answered. */
  sent(path: string): () => void {
    // While no change is followed, nothing is spent on it: a start is measured too.
    if (this.#open.size === 0) return () => {}
    const [, plural = '', name = ''] = /\/(machines|clusters)\/([^/]+)\/status/.exec(path) ?? []
    const key = plural === '' ? '' : `${plural === 'machines' ? 'Machine' : 'Cluster'}/${name}`
    // What was sent before the change was computed says nothing of it.
    const counts = this.#open.get(key)?.reached.computed !== undefined
    if (counts) this.#reach('sent', key)
    return () => {
      if (counts) this.#reach('answered', key)
    }
  }

  written({ kind, name }: ObjectRef): void {
    this.writes++
    if (kind === 'Machine' && this.#changed.has(name)) this.writesOnChanged++
    if (this.#open.size === 0) return
    const key = `${kind}/${name}`
    const journey = this.#open.get(key)
    if (journey?.reached.answered === undefined) return
    this.#open.delete(key)
    const spent = spentOn(journey)
    this.#arrived[kind as Written].push({ total: journey.reached.answered - journey.at, spent })
  }

  /** How long it took: in all, and of which stages the slowest hundredth was made. */
  rowsOf(kind: Written, load: string): readonly BenchRow[] {
    const arrived = this.#arrived[kind].toSorted((a, b) => b.total - a.total)
    const totals = arrived.map(({ total }) => total)
    const slowest = arrived.slice(0, Math.max(1, Math.ceil(arrived.length / 100)))
    const name = `Node to written ${kind}, ${load}`
    const ofStage = (stage: Stage): BenchRow => ({
      name: `${name}, mean of the slowest hundredth until ${stage}`,
      value: slowest.reduce((sum, { spent }) => sum + spent[stage], 0) / slowest.length,
      unit: 'ms',
    })
    return [
      { name: `${name}, p50`, value: quantile(totals, 0.5), unit: 'ms' },
      { name: `${name}, p99`, value: quantile(totals, 0.99), unit: 'ms' },
      ...stages.map(ofStage),
    ]
  }

  #reach(stage: Stage, key: string): void {
    const reached = this.#open.get(key)?.reached
    if (reached !== undefined) reached[stage] ??= performance.timeOrigin + performance.now()
  }
}

/** The objects whose statuses follow from a Node. */
function keysOf(change: WorldChange): readonly string[] {
  if (!('object' in change) || change.object.kind !== 'Node') return []
  const { object, cluster = '' } = change
  return [`Machine/${object.metadata.name}`, `Cluster/${cluster.slice(cluster.indexOf('/') + 1)}`]
}

function spentOn({ at, reached }: Journey): Arrived['spent'] {
  let before = at
  const spent = stages.map((stage) => {
    const then = reached[stage] ?? before
    const milliseconds = then - before
    before = then
    return [stage, milliseconds] as const
  })
  return Object.fromEntries(spent) as Arrived['spent']
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
