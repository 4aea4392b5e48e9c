import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { clusterApi } from '@sitrep/cluster-api'
import { createEngine, type Engine, type WorldChange } from '@sitrep/engine'
import { at, createCatalog, type KubeObject, list, refOf } from '@sitrep/status'

/** One thing that a watch showed while genuine controllers were at work. */
export interface RecordedEvent {
  readonly at: string
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: KubeObject
}

/** What was said of one object at one moment: by the genuine controllers, or by ours. */
export interface Saying {
  readonly at: number
  readonly words: string
}

/** Everything that was said of one object, as long as it was there. */
export interface Told {
  readonly genuine: Saying[]
  readonly ours: Saying[]
}

/** Both sides at the end of a stretch in which nothing happened for a while. */
export interface QuietMoment {
  readonly at: string
  readonly object: string
  readonly genuine: string
  readonly ours: string
}

export interface Replay {
  readonly told: ReadonlyMap<string, Told>
  readonly quiet: readonly QuietMoment[]
}

/** Their status is computed; everything else is given, as it was recorded. */
const computed = ['MachineSet', 'MachineDeployment', 'Cluster']

export function recordedLife(): readonly RecordedEvent[] {
  const text = gunzipSync(readFileSync(join(import.meta.dirname, 'life.jsonl.gz'))).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedEvent)
}

/** How often the genuine controllers wrote the statuses that are computed here. */
export function statusWrites(events: readonly RecordedEvent[]): number {
  const last = new Map<string, string>()
  return events.filter(({ object }) => {
    if (!computed.includes(object.kind)) return false
    const status = JSON.stringify(object.status)
    const before = last.get(nameOf(object))
    last.set(nameOf(object), status)
    return before !== status && status !== undefined
  }).length
}

/** Feeds a life event by event, at the times at which it was recorded, without the statuses that are to be computed. */
export function replay(events: readonly RecordedEvent[], quietMs: number): Replay {
  const run = new Run()
  events.forEach((event, index) => {
    run.take(event)
    const next = events[index + 1]
    if (next !== undefined && Date.parse(next.at) - Date.parse(event.at) >= quietMs) run.compareAt(next.at)
  })
  return { told: run.told, quiet: run.quiet }
}

class Run {
  readonly told: Map<string, Told> = new Map()
  readonly quiet: QuietMoment[] = []
  readonly #engine: Engine
  readonly #present: Map<string, KubeObject> = new Map()

  constructor() {
    const part = clusterApi({ profile: 'released' })
    const definitions = part.definitions.filter(({ kind }) => 'kind' in kind && computed.includes(kind.kind))
    this.#engine = createEngine(createCatalog({ ...part, definitions }))
    this.#engine.apply([{ kind: 'every', read: true }], '2026-01-01T00:00:00Z')
  }

  take({ at: time, type, object }: RecordedEvent): void {
    const now = Date.parse(time)
    this.#wakeUntil(now)
    if (type === 'DELETED') this.#present.delete(nameOf(object))
    else if (computed.includes(object.kind)) {
      this.#present.set(nameOf(object), object)
      note(this.#toldOf(object).genuine, { at: now, words: wordsOf(object) })
    }
    this.#apply(changesOf(time, type, object), time)
  }

  /** What both sides say just before something happens again. */
  compareAt(next: string): void {
    this.#wakeUntil(Date.parse(next) - 1)
    for (const [object, stored] of this.#present) {
      const ours = this.#engine.object(refOf(stored))
      this.quiet.push({
        at: next,
        object,
        genuine: wordsOf(stored),
        ours: ours === undefined ? '' : wordsOf(ours),
      })
    }
  }

  #wakeUntil(now: number): void {
    for (
      let due = this.#engine.nextCheckAt;
      due !== undefined && Date.parse(due) <= now;
      due = this.#engine.nextCheckAt
    )
      this.#apply([], due)
  }

  #apply(changes: readonly WorldChange[], time: string): void {
    for (const { ref, status } of this.#engine.apply(changes, time)) {
      const object = status === undefined ? undefined : this.#engine.object(ref)
      if (object !== undefined && computed.includes(ref.kind))
        note(this.#toldOf(object).ours, { at: Date.parse(time), words: wordsOf(object) })
    }
  }

  #toldOf(object: KubeObject): Told {
    const told = this.told.get(nameOf(object)) ?? { genuine: [], ours: [] }
    this.told.set(nameOf(object), told)
    return told
  }
}

function changesOf(time: string, type: RecordedEvent['type'], object: KubeObject): readonly WorldChange[] {
  if (type === 'DELETED') return [{ gone: refOf(object) }]
  if (!computed.includes(object.kind)) return [{ object }]
  const { status, ...rest } = object
  return [{ object: rest }, ...(object.kind === 'Cluster' ? [{ object: probeOf(object, time) }] : [])]
}

// The stream holds no probe; that it succeeded is known from what was said of it.
function probeOf({ metadata: { namespace, name }, status }: KubeObject, time: string): KubeObject {
  const said = list(at(status, 'conditions')).find((each) => at(each, 'type') === 'RemoteConnectionProbe')
  const connected = at(said, 'status') === 'True'
  return {
    apiVersion: 'sitrep.dev/v1alpha1',
    kind: 'ClusterProbe',
    metadata: { name, ...(namespace !== undefined && { namespace }) },
    status: { consecutiveFailures: 0, ...(connected && { lastProbeTime: time, lastProbeSuccessTime: time }) },
  }
}

const nameOf = ({ kind, metadata }: KubeObject): string => `${kind} ${metadata.name}`

/** What a status says, without when and in which order: conditions but the probe's, and the counters. */
export function wordsOf({ status }: KubeObject): string {
  const conditions = list(at(status, 'conditions'))
    .filter((condition) => at(condition, 'type') !== 'RemoteConnectionProbe')
    .map((condition) =>
      ['type', 'status', 'reason', 'message'].map((key) => at(condition, key) ?? '').join(' '),
    )
    .sort()
  const counters = ['replicas', 'readyReplicas', 'availableReplicas', 'upToDateReplicas', 'phase'].map(
    (key) => `${key} ${at(status, key) ?? ''}`,
  )
  return [...conditions, ...counters].join('\n')
}

function note(sayings: Saying[], saying: Saying): void {
  if (sayings.at(-1)?.words !== saying.words) sayings.push(saying)
}
