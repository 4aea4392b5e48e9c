import type { Engine, StatusChange } from '@sitrep/engine'
import {
  addressedConditions,
  type ClusterName,
  formatAddress,
  inEveryEntry,
  type KindRef,
  type ObjectRef,
} from '@sitrep/status'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type FaultSubject, faultSubjects } from '../faults.ts'
import type { EventOutcome } from '../publish/events/event-recorder.ts'
import { inStatus, transitionsOf } from '../transitions.ts'
import { type SightMetrics, sightSeries } from './sight-metrics.ts'

/** What Prometheus is told. Series are counted per kind and condition, not per object, so that a large fleet stays small. */
export interface Metrics extends SightMetrics {
  readonly observeChanges: (changes: readonly StatusChange[], at: number) => void
  readonly observeTurn: (seconds: number) => void
  readonly observePublish: (
    ref: ObjectRef,
    seconds: number,
    outcome: 'written' | 'failed' | 'held-back',
  ) => void
  readonly observeEvent: (outcome: EventOutcome) => void
  readonly observeFault: (about: FaultSubject) => void
  readonly observeRestart: (cluster: ClusterName, kind: KindRef) => void
  readonly setQueueDepth: (depth: () => number) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

const statuses = ['True', 'False', 'Unknown'] as const
const seconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const durations = [1, 5, 15, 60, 300, 900, 3600, 4 * 3600, 24 * 3600]

// Names of kinds and conditions come from objects, and people read this on terminals too. Prometheus knows no escape for these.
const hostile =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** Counts what happens. How many objects have which condition is counted when somebody asks, from what is there then. */
export function createMetrics(engine: Pick<Engine, 'objects' | 'claims' | 'ownership'>): Metrics {
  const registry = new Registry()
  let depth = (): number => 0
  gaugeStates(registry, engine)
  const series = conditionSeries(registry)
  const { turns, publishes, restarts, events, faults } = workSeries(registry)
  // An alert must not wait for a series to appear.
  for (const about of faultSubjects) faults.inc({ about }, 0)
  new Gauge({
    name: 'sitrep_publish_queue',
    help: 'Objects that wait to be written',
    registers: [registry],
    collect() {
      this.set(depth())
    },
  })
  return {
    ...sightSeries(registry),
    observeChanges: (changes, at) => {
      for (const change of changes) countChange(change, at, series)
    },
    observeTurn: (time) => turns.observe(time),
    observePublish: ({ group, kind }, time, outcome) => publishes.observe({ group, kind, outcome }, time),
    observeFault: (about) => faults.inc({ about }),
    observeEvent: (outcome) => events.inc({ outcome }),
    observeRestart: (cluster, { group, kind }) =>
      restarts.inc({ where: cluster === '' ? 'management' : 'workload', group, kind }),
    setQueueDepth: (next) => {
      depth = next
    },
    text: async () => (await registry.metrics()).replace(hostile, '\ufffd'),
    contentType: registry.contentType,
  }
}

function gaugeStates(registry: Registry, engine: Pick<Engine, 'objects' | 'claims' | 'ownership'>): void {
  new Gauge({
    name: 'sitrep_conditions',
    help: 'Objects whose condition has this status, as a state set',
    labelNames: ['group', 'kind', 'type', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { counts, ...labels } of stateSets(engine))
        for (const status of statuses) this.set({ ...labels, status }, counts[status] ?? 0)
    },
  })
}

function conditionSeries(registry: Registry): ConditionSeries {
  const labelNames = ['group', 'kind', 'type', 'status']
  return {
    transitions: new Counter({
      name: 'sitrep_condition_transitions_total',
      help: 'Conditions that changed their status',
      labelNames,
      registers: [registry],
    }),
    lasted: new Histogram({
      name: 'sitrep_condition_duration_seconds',
      help: 'How long a condition had its status before it changed',
      labelNames,
      buckets: durations,
      registers: [registry],
    }),
  }
}

interface WorkSeries {
  readonly turns: Histogram
  readonly publishes: Histogram
  readonly restarts: Counter
  readonly events: Counter
  readonly faults: Counter
}

function workSeries(registry: Registry): WorkSeries {
  const registers = [registry]
  return {
    turns: new Histogram({
      name: 'sitrep_turn_seconds',
      help: 'Time of one call of the engine',
      buckets: seconds,
      registers,
    }),
    publishes: new Histogram({
      name: 'sitrep_publish_seconds',
      help: 'Time from a computed status until it is written',
      labelNames: ['group', 'kind', 'outcome'],
      buckets: seconds,
      registers,
    }),
    restarts: new Counter({
      name: 'sitrep_watch_restarts_total',
      help: 'Watches that had to be opened again',
      labelNames: ['where', 'group', 'kind'],
      registers,
    }),
    events: new Counter({
      name: 'sitrep_events_total',
      help: 'Events: written, repeated on one that was there, dropped because there were too many, or failed',
      labelNames: ['outcome'],
      registers,
    }),
    faults: new Counter({
      name: 'sitrep_faults_total',
      help: 'Things that went wrong by a mistake of Sitrep, by what was set aside',
      labelNames: ['about'],
      registers,
    }),
  }
}

interface ConditionSeries {
  readonly transitions: Counter
  readonly lasted: Histogram
}

function countChange(change: StatusChange, at: number, { transitions, lasted }: ConditionSeries): void {
  const { group, kind } = change.ref
  const since = new Map(
    addressedConditions(inStatus(change.ref, change.before), change.lists).map((each) => [
      formatAddress(each),
      each.condition.lastTransitionTime,
    ]),
  )
  for (const { type: address, from, to } of transitionsOf(change)) {
    if (from === to) continue
    const began = Date.parse(since.get(address) ?? '')
    const type = inEveryEntry(address)
    if (from !== undefined && isStatus(from) && !Number.isNaN(began)) {
      lasted.observe({ group, kind, type, status: from }, Math.max(0, (at - began) / 1000))
    }
    if (to !== undefined && isStatus(to)) transitions.inc({ group, kind, type, status: to })
  }
}

interface StateSet {
  readonly group: string
  readonly kind: string
  readonly type: string
  readonly counts: Record<string, number>
}

// Labels come from condition types, which are few; a status outside the three is foreign text and makes no series.
// All states of a set are there, those that nobody is in with 0: an alert must not wait for a series to appear.
function stateSets(engine: Pick<Engine, 'objects' | 'claims' | 'ownership'>): Iterable<StateSet> {
  const sets = new Map<string, StateSet>()
  for (const { ref, object } of engine.objects()) {
    const claims = engine.claims(ref)
    if (claims.length === 0) continue
    for (const each of addressedConditions(object, engine.ownership(ref).lists)) {
      const address = formatAddress(each)
      const { status } = each.condition
      if (!isStatus(status) || !claims.includes(address)) continue
      const { group, kind } = ref
      const type = inEveryEntry(address)
      const key = `${group}|${kind}|${type}`
      const set = sets.get(key) ?? { group, kind, type, counts: { True: 0, False: 0, Unknown: 0 } }
      set.counts[status] = (set.counts[status] ?? 0) + 1
      sets.set(key, set)
    }
  }
  return sets.values()
}

const isStatus = (text: string): boolean => (statuses as readonly string[]).includes(text)
