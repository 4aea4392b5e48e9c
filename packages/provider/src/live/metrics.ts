import { conditionOf } from '@sitrep/crossplane/managed'
import type { KindRef, KubeObject } from '@sitrep/status'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PassReport } from '../pass/pass-options.ts'

/** What Prometheus is told of passes, per kind. */
export interface ProviderMetrics {
  readonly observePass: (kind: KindRef, report: PassReport, times: PassTimes) => void
  readonly setQueueDepth: (depth: () => number) => void
  readonly text: () => Promise<string>
  readonly contentType: string
}

export interface PassTimes {
  readonly lastedMs: number
  /** In milliseconds since the epoch. */
  readonly ended: number
}

const labelNames = ['group', 'kind'] as const
const passSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60]
const lifeSeconds = [1, 5, 15, 60, 300, 900, 3600]

/** Counts passes by the row in which they end, and measures how long resources take to their first success, to ready, to drift and to go. */
export function createProviderMetrics(): ProviderMetrics {
  const registers = [new Registry()]
  const histogram = (name: string, help: string, buckets: number[]): Histogram<'group' | 'kind'> =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets, registers })
  const passes = new Counter({
    name: 'sitrep_provider_passes_total',
    help: 'Passes over managed resources, by the row in which they ended',
    labelNames: [...labelNames, 'row', 'next'],
    registers,
  })
  const drifts = new Counter({
    name: 'sitrep_provider_updates_total',
    help: 'Updates that were asked for because an external resource differed',
    labelNames: [...labelNames],
    registers,
  })
  const lasted = histogram('sitrep_provider_pass_seconds', 'How long passes take', passSeconds)
  const lives = {
    reconciled: histogram(
      'sitrep_provider_first_reconcile_seconds',
      'From creation to the first pass',
      lifeSeconds,
    ),
    ready: histogram(
      'sitrep_provider_first_ready_seconds',
      'From creation to ready for the first time',
      lifeSeconds,
    ),
    deleted: histogram('sitrep_provider_deletion_seconds', 'From the wish to delete to the end', lifeSeconds),
  }
  const depth = depthGauge(registers)
  return {
    observePass: ({ group, kind }, report, { lastedMs, ended }) => {
      const labels = { group, kind }
      passes.inc({ ...labels, row: report.row, next: report.next.due })
      lasted.observe(labels, lastedMs / 1000)
      if (report.updated) drifts.inc(labels)
      for (const [life, seconds] of livesOf(report, ended)) lives[life].observe(labels, seconds)
    },
    setQueueDepth: depth,
    text: () => registers[0]?.metrics() ?? Promise.resolve(''),
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
  }
}

function depthGauge(registers: Registry[]): (depth: () => number) => void {
  let depth = (): number => 0
  new Gauge({
    name: 'sitrep_provider_queue',
    help: 'Managed resources that wait for a pass',
    registers,
    collect() {
      this.set(depth())
    },
  })
  return (next) => {
    depth = next
  }
}

type Life = 'reconciled' | 'ready' | 'deleted'

/** What happened in a pass for the first time, or for good. */
function livesOf({ row, before, after }: PassReport, ended: number): readonly (readonly [Life, number])[] {
  if (before === undefined) return []
  const since = (instant: string | undefined): number =>
    Math.max(0, (ended - Date.parse(instant ?? '')) / 1000)
  const { creationTimestamp, deletionTimestamp } = before.metadata
  const isReady = (object: KubeObject | undefined): boolean =>
    object !== undefined && conditionOf(object, 'Ready')?.status === 'True'
  const lives: (readonly [Life, number])[] = []
  if (creationTimestamp !== undefined) {
    if (conditionOf(before, 'Synced') === undefined) lives.push(['reconciled', since(creationTimestamp)])
    if (!isReady(before) && isReady(after)) lives.push(['ready', since(creationTimestamp)])
  }
  if (deletionTimestamp !== undefined && (row === '8' || row === '21'))
    lives.push(['deleted', since(deletionTimestamp)])
  return lives
}
