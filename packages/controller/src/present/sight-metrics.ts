import { Counter, Gauge, type Registry } from 'prom-client'
import type { ContactChange, ContactState } from '../observe/contacts.ts'
import type { ComparisonReport } from './comparison-report.ts'
import type { Sight } from './readiness.ts'

const states: readonly ContactState[] = ['made', 'connecting', 'unreachable', 'lost']

/** What Prometheus is told of what can be seen, and of what was compared. Clusters are counted, not named. */
export interface SightMetrics {
  readonly observeContact: (change: ContactChange) => void
  readonly setSight: (sight: () => Sight) => void
  /** Asked whenever somebody comes for the metrics. */
  readonly setComparison: (report: () => ComparisonReport) => void
}

export function sightSeries(registry: Registry): SightMetrics {
  let sight: (() => Sight) | undefined
  let report: (() => ComparisonReport) | undefined
  gaugeSight(registry, () => sight?.())
  gaugeShare(registry, () => sight?.())
  gaugeComparison(registry, () => report?.())
  const changes = new Counter({
    name: 'sitrep_contact_changes_total',
    help: 'Clusters that came to be reached, were not reached, or were lost',
    labelNames: ['where', 'state'],
    registers: [registry],
  })
  return {
    observeContact: ({ cluster, state }) =>
      changes.inc({ where: cluster === '' ? 'management' : 'workload', state }),
    setSight: (next) => {
      sight = next
    },
    setComparison: (next) => {
      report = next
    },
  }
}

function gaugeSight(registry: Registry, sight: () => Sight | undefined): void {
  const registers = [registry]
  new Gauge({
    name: 'sitrep_management_reachable',
    help: 'Whether the management server answers: 1, or 0',
    registers,
    collect() {
      const state = sight()?.management?.state
      if (state !== undefined) this.set(state === 'made' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'sitrep_workload_clusters',
    help: 'Workload clusters by whether they answer: made, connecting, unreachable since the start, or lost',
    labelNames: ['state'],
    registers,
    collect() {
      const clusters = sight()?.clusters ?? []
      for (const state of states)
        this.set({ state }, clusters.filter((contact) => contact.state === state).length)
    },
  })
  new Gauge({
    name: 'sitrep_unread_kinds',
    help: 'In how many clusters a kind that is asked for cannot be read',
    labelNames: ['where', 'group', 'kind'],
    registers,
    collect() {
      this.reset()
      for (const { cluster, group, kind } of sight()?.unread ?? [])
        this.inc({ where: cluster === '' ? 'management' : 'workload', group, kind })
    },
  })
}

function gaugeShare(registry: Registry, sight: () => Sight | undefined): void {
  new Gauge({
    name: 'sitrep_share',
    help: 'Where several processes share the work: how many do, how many keys and objects this one keeps, and whether it is taking some over',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      const share = sight()?.share
      if (share === undefined) return
      for (const what of ['members', 'keys', 'objects'] as const) this.set({ what }, share[what])
      this.set({ what: 'taking' }, share.taking ? 1 : 0)
    },
  })
  new Gauge({
    name: 'sitrep_seat',
    help: 'Where several processes share the work or stand by for it: whether this one holds a Lease, without which it writes nothing: 1, or 0',
    registers: [registry],
    collect() {
      const seat = sight()?.seat
      if (seat !== undefined) this.set(seat.held ? 1 : 0)
    },
  })
}

function gaugeComparison(registry: Registry, report: () => ComparisonReport | undefined): void {
  const registers = [registry]
  new Gauge({
    name: 'sitrep_disagreements',
    help: 'Objects on which the present writer and Sitrep have disagreed for half a minute, by condition or field',
    labelNames: ['group', 'kind', 'at'],
    registers,
    collect() {
      this.reset()
      for (const { group, kind, type, field, count } of report()?.items ?? [])
        this.set({ group, kind, at: type ?? `.${field}` }, count)
    },
  })
  new Gauge({
    name: 'sitrep_compared',
    help: 'How many objects, conditions and fields are compared with what the present writer reports',
    labelNames: ['what'],
    registers,
    collect() {
      const compared = report()?.compared
      if (compared === undefined) return
      for (const [what, count] of Object.entries(compared)) this.set({ what }, count)
    },
  })
}
