import type { SecureContext } from 'node:tls'
import { Background, type OnFault } from '@sitrep/controller'
import type { DataPlaneReport } from '@sitrep/gateway-api'
import { same } from '@sitrep/status'
import { builtInAbilities } from './abilities.ts'
import { type ActiveCheckSettings, startActiveChecks } from './backends/active-checks.ts'
import { createHealth, type HealthSettings, usualHealth } from './backends/health.ts'
import { createUpstreams, endpointName } from './backends/upstreams.ts'
import type { DataPlane, Site } from './data-plane.ts'
import type { HttpServing } from './http/types.ts'
import { type Limits, usualLimits } from './limits.ts'
import { madeOnce } from './made-once.ts'
import { reportOf } from './reports.ts'
import { programsOf } from './sockets/port-program.ts'
import { createSockets } from './sockets/sockets.ts'
import type { TlsEnd } from './sockets/termination.ts'
import { processTimers, type Timers } from './timers.ts'

/** What the built-in data plane is made of. */
export interface BuiltInOptions {
  /** Who speaks HTTP on the connections that it takes. */
  readonly http: HttpServing
  readonly now: () => number
  /** A number between 0 and 1, another one each time. */
  readonly random: () => number
  readonly limits?: Partial<Limits>
  readonly health?: HealthSettings
  /** Absent: endpoints are judged by their traffic alone. */
  readonly checks?: ActiveCheckSettings
  readonly timers?: Timers
  /** Where mistakes of ours are told in work that nobody waits for; warnings of the process unless given. */
  readonly onFault?: OnFault
  /** How far apart, at most, the times are at which ports that could not be had are tried again. */
  readonly retryMs?: number
}

const firstRetryMs = 50

const retrying = { what: 'opening ports again', about: 'process', name: 'data plane' } as const

/** The built-in data plane, which also tells how its endpoints are doing. */
export interface BuiltInDataPlane extends DataPlane {
  /** How many endpoints are not asked now because they failed. */
  readonly endpointsAside: () => number
}

/** A proxy in this process. It opens nothing before it is programmed. */
export function createBuiltInDataPlane(options: BuiltInOptions): BuiltInDataPlane {
  const { http, now, random, timers = processTimers, retryMs = 2_000 } = options
  const limits = { ...usualLimits, ...options.limits }
  const contexts = madeOnce<SecureContext>()
  const ends = madeOnce<TlsEnd | string>()
  const health = createHealth(now, options.health ?? usualHealth)
  const memory = { health, contexts, turns: new Map<string, number>() }
  const sockets = createSockets({ http, limits, random, now, onFault: options.onFault })
  const background = new Background(options.onFault)
  const listeners = new Set<(site: Site, report: DataPlaneReport) => void>()
  let inForce: readonly { readonly site: Site; readonly report: DataPlaneReport }[] = []
  let closed = false
  let retries = 0
  let cancelRetry = (): void => {}
  const stopChecks =
    options.checks === undefined
      ? () => {}
      : startActiveChecks({
          settings: options.checks,
          sites: () => inForce.map(({ site }) => site),
          health,
          contexts,
          timers,
          onFault: options.onFault,
        })

  const takeOver = async (given: readonly Site[]): Promise<readonly DataPlaneReport[]> => {
    cancelRetry()
    const sites = closed ? given.map(withoutPlace) : given
    contexts.turnOver()
    ends.turnOver()
    const parts = { ends, handshakeMs: limits.handshakeMs }
    const wanted = sites.map((site) => ({
      site,
      programs: programsOf(site, createUpstreams(site, memory), { ...parts, materials: site.materials }),
    }))
    const states = await sockets.program(wanted)
    forgetEndpoints(sites, memory)
    const reports = wanted.map((each) => reportOf({ ...each, sockets: states }))
    inForce = sites.flatMap((site, index) => {
      const report = reports[index]
      return report === undefined ? [] : [{ site, report }]
    })
    const failed = [...states.values()]
      .flat()
      .some(({ failure, probed }) => failure?.passing ?? (failure === undefined && !probed))
    // Soon at first, for what held the port may be what this very change has closed.
    const afterMs = Math.min(retryMs, firstRetryMs * 2 ** retries)
    if (failed) cancelRetry = timers.after(afterMs, () => background.run(retrying, () => inTurn(tryAgain)))
    return reports
  }

  const tryAgain = async (): Promise<void> => {
    const before = inForce
    retries += 1
    await takeOver(before.map(({ site }) => site))
    inForce.forEach(({ site, report }, index) => {
      if (same(report, before[index]?.report)) return
      for (const tell of listeners) tell(site, report)
    })
  }

  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  return {
    abilities: builtInAbilities,
    program: (sites) =>
      inTurn(() => {
        retries = 0
        return takeOver(sites)
      }),
    onReport(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    endpointsAside: () => {
      const sites = inForce.map(({ site }) => site)
      return [...endpointNames(backendsOf(sites))].filter((endpoint) => health.isAside(endpoint)).length
    },
    close: () =>
      inTurn(async () => {
        closed = true
        stopChecks()
        cancelRetry()
        await Promise.all([sockets.close(), http.drain(limits.drainMs)])
      }),
  }
}

const withoutPlace = (site: Site): Site => ({
  ...site,
  place: { ...site.place, noResources: 'The data plane is closed' },
})

// What was learnt stays for as long as some site has the endpoint.
function forgetEndpoints(
  sites: readonly Site[],
  { health, turns }: Pick<Parameters<typeof createUpstreams>[1], 'health' | 'turns'>,
): void {
  const backends = backendsOf(sites)
  for (const place of turns.keys()) if (!backends.has(place)) turns.delete(place)
  let names: ReadonlySet<string> | undefined
  health.keepOnly((endpoint) => {
    names ??= endpointNames(backends)
    return names.has(endpoint)
  })
}

type Backends = ReadonlyMap<string, Site['configuration']['spec']['backends'][string]>

const backendsOf = (sites: readonly Site[]): Backends =>
  new Map(sites.flatMap(({ configuration: { spec } }) => Object.entries(spec.backends)))

const endpointNames = (backends: Backends): ReadonlySet<string> =>
  new Set(
    [...backends].flatMap(([place, { endpoints }]) => endpoints.map((each) => endpointName(place, each))),
  )
