import { hostname } from 'node:os'
import {
  type Controller,
  type ControllerOptions,
  collectInProportion,
  createMetrics,
  Disagreements,
  type Edge,
  type History,
  type OnFault,
  openHistory,
  type RecordedTransition,
  reportOn,
  type Seat,
  type ServedReadApi,
  type Sight,
  serveReadApi,
  startController,
  type Timing,
  transitionsOf,
  type UnreadOwnKind,
} from '@sitrep/controller'
import type { AddressGuard, Connection } from '@sitrep/controller/connection'
import { type PageFile, readPage } from '@sitrep/dashboard'
import type { Engine, Problem, StatusChange } from '@sitrep/engine'
import { becauseOf, headline, type Reach } from '@sitrep/present'
import { type Catalog, type Family, formatRef, kindKey, managementCluster } from '@sitrep/status'
import type { Context } from '../command.ts'
import { CounterMemory } from '../dashboard/counter-memory.ts'
import { LiveDashboard } from '../dashboard/live-dashboard.ts'
import { liveWorld } from '../dashboard/world/live-world.ts'
import type { Asked } from '../trouble/told-trouble.ts'
import { holdsOf, troublesIn } from '../trouble/troubles-in.ts'
import { troublesJson } from '../trouble/troubles-json.ts'
import { lastNet, tellFault } from './faults.ts'
import type { Log } from './log.ts'
import { logContact, logUnreadable } from './log-sight.ts'

export interface ProgramOptions {
  readonly connection: Connection
  readonly catalog: Catalog
  /** Who knows what the catalog's kinds tell by. */
  readonly families: readonly Family[]
  /** Which family speaks which language. */
  readonly profiles: Readonly<Record<string, string>>
  readonly mode: 'observe' | 'write'
  readonly timing: Timing
  readonly log: Log
  /** A folder for the history; absent: it ends with the process. */
  readonly historyFile?: string
  /** Told where a history that is damaged was put, and why; absent: it is refused. */
  readonly onHistorySetAside?: (file: string, why: string) => void
  readonly apiPort: number
  readonly apiHost?: string
  readonly apiToken?: string
  readonly namespace?: string
  /** Which addresses a kubeconfig Secret may name. */
  readonly addresses: AddressGuard
  readonly mayWrite?: NonNullable<ControllerOptions['mayWrite']>
  /** What of the cluster this process keeps, where several share it. */
  readonly share?: NonNullable<ControllerOptions['share']>
  /** Where this process stands among those that share the work; absent: there are no others. */
  readonly seat?: () => Seat
  /** What the families have outside the API. */
  readonly edges: readonly Edge[]
  /** How people reach the cluster by commands; left out: as those commands do by themselves. */
  readonly reach?: Reach
  /** Where what nobody caught can be caught. */
  readonly onUncaught?: Context['onUncaught']
}

/** The controllers with everything that counts, remembers and shows around them. */
export interface Program {
  readonly controller: Controller
  readonly api: ServedReadApi
  readonly stop: () => Promise<void>
}

/** Starts what `sitrep up` and `sitrep run` have in common. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { timing, log, mode } = options
  collectInProportion()
  const history = openHistory({
    ...(options.historyFile !== undefined && { file: options.historyFile }),
    ...(options.onHistorySetAside && { onSetAside: options.onHistorySetAside }),
  })
  const disagreements: Disagreements = new Disagreements({
    look: (ref) => controller.compared(ref),
    unread: () => unreadOwnKinds(controller),
    stale: options.families.flatMap(({ staleFields = [] }) => staleFields),
    profiles: options.profiles,
  })
  const holds = holdsOf(options.families)
  const weighing = () => ({ now: new Date(timing.now()).toISOString(), holds })
  const counters = new CounterMemory(history, options.families)
  let publish: ServedReadApi['publish'] = () => {}
  const tell: OnFault = (fault) => tellFault(fault, { metrics, log })
  const controller: Controller = startController({
    connection: options.connection,
    catalog: options.catalog,
    mode,
    timing,
    addresses: options.addresses,
    ...(options.namespace !== undefined && { namespace: options.namespace }),
    ...(options.mayWrite && { mayWrite: options.mayWrite }),
    ...(options.share && { share: options.share }),
    edges: options.edges,
    instance: hostname(),
    causeOf: (explanation) => becauseOf(explanation, weighing()),
    onChanges: (changes, now) => {
      const recorded = remember(history, changes, { now, log })
      keepCounters(() => counters.take(changes, { engine: controller.engine, now }), log)
      metrics.observeChanges(changes, now)
      // What exists in memory only is for those who asked for it; whoever watches statuses watches objects.
      publish(
        changes.filter(({ maker }) => maker === undefined),
        now,
      )
      live.changed(changes, recorded)
      for (const change of changes) {
        logProblems(change, log)
        for (const _problem of change.problems) metrics.observeFault('object')
      }
    },
    onTaken: (changes) => live.taken(changes),
    onCompared: (ref, compared) => disagreements.compare(ref, { compared, now: timing.now() }),
    onTurn: (seconds) => metrics.observeTurn(seconds),
    onWritten: (ref, seconds) => metrics.observePublish(ref, seconds, 'written'),
    onWriteError: (ref, error) => {
      metrics.observePublish(ref, 0, 'failed')
      log.warn('status not written', { object: formatRef(ref), code: error.code, why: error.message })
    },
    onHeldBack: (ref, waitMs) => {
      metrics.observePublish(ref, 0, 'held-back')
      log.warn('write held back by the budget', { object: formatRef(ref), waitMs })
    },
    onFight: ({ ref, types, managers }) =>
      log.error('two writers fight over conditions', { object: formatRef(ref), types, managers }),
    onWatchRestart: (cluster, kind) => metrics.observeRestart(cluster, kind),
    onEvent: (outcome) => metrics.observeEvent(outcome),
    onUnreadable: (cluster, kind, error) => logUnreadable(log, { cluster, ...kind, error }),
    onFault: tell,
    onContact: (change) => {
      metrics.observeContact(change)
      logContact(log, change)
    },
  })
  const live: LiveDashboard = new LiveDashboard({
    world: liveWorld({
      controller,
      catalog: options.catalog,
      families: options.families,
      history,
      timing,
      reach: options.reach ?? { kubectl: [], sitrep: [] },
    }),
    timing,
    synced: () => controller.synced,
    onFault: tell,
  })
  const metrics = createMetrics(controller.engine)
  metrics.setQueueDepth(() => controller.queueDepth)
  const sight = (): Sight => ({ ...controller.sight, ...(options.seat && { seat: options.seat() }) })
  metrics.setSight(sight)
  metrics.setComparison(() => reportOn(disagreements, timing.now()))
  const api = await serveReadApi({
    onFault: tell,
    engine: controller.engine,
    history,
    metrics,
    disagreements,
    now: timing.now,
    sight,
    trouble: async () =>
      troublesJson(
        await troublesIn(computedIn(controller.engine), {
          engine: controller.engine,
          families: options.families,
          ...weighing(),
        }),
      ),
    sentenceOf: (explanation) => headline(explanation, weighing()),
    port: options.apiPort,
    further: live.dashboard.routes,
    streams: live.dashboard.streams,
    files: pageFiles(log),
    ...(options.apiHost !== undefined && { host: options.apiHost }),
    ...(options.apiToken !== undefined && { token: options.apiToken }),
  }).catch(async (error: unknown) => {
    // What already runs would keep the process from ending.
    await controller.stop()
    await live.stop()
    history.close()
    throw error
  })
  publish = api.publish
  const letGo = options.onUncaught?.(lastNet({ onFault: tell, now: timing.now }))
  return {
    controller,
    api,
    stop: async () => {
      await controller.stop()
      await live.stop()
      await api.close()
      history.close()
      letGo?.()
    },
  }
}

// What is judged is what is computed here; of workload clusters only what that follows from is told.
function* computedIn(engine: Engine): Iterable<Asked> {
  for (const { ref, object } of engine.objects())
    if ((ref.cluster ?? managementCluster) === managementCluster && engine.claims(ref).length > 0)
      yield { ref, object }
}

/** The kinds that should be compared and cannot be read. */
export function unreadOwnKinds({
  engine,
  sight,
}: Pick<Controller, 'engine' | 'sight'>): readonly UnreadOwnKind[] {
  const own = new Set(engine.kinds.map(kindKey))
  return sight.unread
    .filter((unread) => unread.cluster === '' && own.has(kindKey(unread)))
    .map(({ group, kind, why }) => ({ group, kind, why }))
}

// A history that cannot be written, on a full disk for example, must not keep statuses from being computed.
function remember(
  history: History,
  changes: readonly StatusChange[],
  { now, log }: { readonly now: number; readonly log: Log },
): readonly RecordedTransition[] {
  try {
    return history.record(changes.flatMap(transitionsOf), now)
  } catch (error) {
    logUnwritten(log, error)
    return []
  }
}

function keepCounters(keep: () => void, log: Log): void {
  try {
    keep()
  } catch (error) {
    logUnwritten(log, error)
  }
}

const logUnwritten = (log: Log, error: unknown): void =>
  log.error('history not written', { why: error instanceof Error ? error.message : String(error) })

// Everything else works without the page, and says so.
function pageFiles(log: Log): ReadonlyMap<string, PageFile> {
  try {
    return readPage()
  } catch (error) {
    log.warn('the dashboard has no page', { why: error instanceof Error ? error.message : String(error) })
    return new Map()
  }
}

function logProblems({ ref, problems }: StatusChange, log: Log): void {
  for (const problem of problems)
    log.error('a status could not be computed as it should', { object: formatRef(ref), ...describe(problem) })
}

function describe(problem: Problem): Readonly<Record<string, unknown>> {
  switch (problem.problem) {
    case 'definition-threw':
      return {
        problem: problem.problem,
        error:
          problem.error instanceof Error
            ? (problem.error.stack ?? problem.error.message)
            : String(problem.error),
      }
    case 'two-owners':
      return { problem: problem.problem, type: problem.type, owners: problem.owners.map(formatRef) }
    case 'two-makers':
      return {
        problem: problem.problem,
        made: formatRef(problem.made),
        makers: problem.makers.map(formatRef),
      }
    case 'unsettled-ring':
      return { problem: problem.problem, objects: problem.objects.map(formatRef), views: problem.views }
  }
}

/** Resolves when the person wants to stop. */
export function untilInterrupted({ interrupted }: Pick<Context, 'interrupted'>): Promise<void> {
  return new Promise((resolve) => {
    if (interrupted.aborted) resolve()
    else interrupted.addEventListener('abort', () => resolve(), { once: true })
  })
}
