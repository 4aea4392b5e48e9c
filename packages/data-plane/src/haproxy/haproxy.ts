import { execFile } from 'node:child_process'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DataPlaneReport } from '@sitrep/gateway-api'
import type { DataPlane, Site } from '../data-plane.ts'
import { type Limits, usualLimits } from '../limits.ts'
import { haproxyAbilities, isDriven, oldestHaproxy, parseHaproxyVersion } from './abilities.ts'
import { render } from './render/render.ts'
import type { Rendered, RenderedSite } from './render/types.ts'
import { check, createChild, type Switched, socketsIn } from './run/child.ts'
import { writeMaterials, writePrivately } from './run/materials.ts'
import { bindsOf, type OpenPort, placesOf } from './run/places.ts'
import { type InForce, reportOf } from './run/reports.ts'

/** How HAProxy is run. */
export interface HaproxyOptions {
  /** The program; `haproxy` on the path unless something else is said. */
  readonly program?: string
  readonly limits?: Limits
}

type ReportListener = (site: Site, report: DataPlaneReport) => void

/** A data plane that writes configurations for HAProxy and runs it. Rejects where the program is missing or too old. */
export async function createHaproxyDataPlane(options: HaproxyOptions = {}): Promise<DataPlane> {
  const { program = 'haproxy', limits = usualLimits } = options
  const { stdout } = await promisify(execFile)(program, ['-v'])
  const version = parseHaproxyVersion(stdout)
  if (version === undefined || !isDriven(version))
    throw new TypeError(`HAProxy ${oldestHaproxy.major}.${oldestHaproxy.minor} or newer is needed`)
  const folder = await mkdtemp(join(tmpdir(), 'sitrep-haproxy-'))
  const listeners = new Set<ReportListener>()
  const child = createChild({
    program,
    folder,
    changed: (state) => {
      for (const { site, report } of told.values())
        for (const listen of listeners) listen(site, state === 'back' ? report : endedReport(report))
    },
  })
  let open: ReadonlySet<string> = new Set()
  let turn = 0
  let queue: Promise<unknown> = Promise.resolve()

  /** What was told of every Gateway that is in force. */
  let told: ReadonlyMap<string, { readonly site: Site; readonly report: DataPlaneReport }> = new Map()

  async function programNow(sites: readonly Site[]): Promise<readonly DataPlaneReport[]> {
    turn += 1
    const here = join(folder, `g${turn}`)
    const left: LeftOut = { refused: sites.map(() => new Set()), dropped: new Set(), taken: new Set() }
    const materials = await Promise.all(sites.map((site, index) => writeMaterials(site, here, `s${index}`)))
    // Every round leaves something out that the program does not take, so that there is an end.
    for (let round = 0; round < mostRounds; round += 1) {
      const found = await placesOf(sites, { open: child.isRunning() ? open : new Set(), taken: left.taken })
      const places = found.map((each, index) => (left.dropped.has(index) ? [] : each))
      const label = `${turn}.${round}`
      const rendered = render({
        version: label,
        limits,
        folder: here,
        socket: socketsIn(folder).worker,
        sites: sites.map(
          ({ configuration }, index): RenderedSite => ({
            configuration,
            binds: bindsOf(places[index] ?? []),
            ...(materials[index] ?? { certificates: {}, authorities: {} }),
            refused: left.refused[index] ?? new Set(),
          }),
        ),
      })
      const outcome = await putInForce(rendered, { here, label })
      if (outcome.done) {
        open = new Set(
          places.flatMap((each) => each.flatMap(({ sockets }) => sockets.map(({ text }) => text))),
        )
        await rm(join(folder, `g${turn - 1}`), { recursive: true, force: true })
        return tell(sites, { places, rendered, left })
      }
      if (!leaveOut(outcome.said, rendered, left)) break
    }
    // What was in force before still is, and nothing else.
    return Promise.all(
      sites.map(
        async (site) =>
          (child.isRunning() ? told.get(nameOf(site))?.report : undefined) ?? reportOf(site, nothing),
      ),
    )
  }

  async function putInForce(
    rendered: Rendered,
    { here, label }: { here: string; label: string },
  ): Promise<Switched> {
    await writePrivately(here, rendered.files)
    const read = await check(program, join(here, 'haproxy.cfg'))
    if (!read.done) return read
    await cp(join(here, 'haproxy.cfg'), join(folder, 'next.cfg'))
    await rename(join(folder, 'next.cfg'), join(folder, 'haproxy.cfg'))
    return child.switchTo(label)
  }

  async function tell(
    sites: readonly Site[],
    {
      places,
      rendered,
      left,
    }: { places: readonly (readonly OpenPort[])[]; rendered: Rendered; left: LeftOut },
  ): Promise<readonly DataPlaneReport[]> {
    const reports = await Promise.all(
      sites.map((site, index) =>
        reportOf(site, {
          ports: places[index] ?? [],
          served: rendered.served[index] ?? new Set(),
          refused: left.refused[index] ?? new Set(),
          dropped: left.dropped.has(index),
        }),
      ),
    )
    told = new Map(
      sites.flatMap((site, index) => {
        const report = reports[index]
        return report === undefined ? [] : [[nameOf(site), { site, report }]]
      }),
    )
    return reports
  }

  return {
    abilities: haproxyAbilities,
    program: (sites) => {
      const next = queue.then(() => programNow(sites))
      queue = next.catch(() => undefined)
      return next
    },
    onReport: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    close: async () => {
      await queue
      await child.close(limits.drainMs + 1_000)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What the program was found not to take: rules and whole sites, by their place, and sockets. */
interface LeftOut {
  readonly refused: readonly Set<string>[]
  readonly dropped: Set<number>
  readonly taken: Set<string>
}

// Nothing is carried by a program that does not run.
const endedReport = (report: DataPlaneReport): DataPlaneReport => ({
  ...report,
  listeners: report.listeners.map((listener) => ({ ...listener, bound: false, probed: false })),
  generations: {},
})

const mostRounds = 64

const nothing: InForce = { ports: [], served: new Set(), refused: new Set(), dropped: true }

const nameOf = ({ configuration: { metadata } }: Site): string => `${metadata.namespace}/${metadata.name}`

// Whether something was found that can be left out: sockets, the rules that a complaint is about, else the whole site.
function leaveOut(said: string, { origins }: Rendered, left: LeftOut): boolean {
  const complaints = said.split('\n').filter((line) => line.startsWith('[ALERT]'))
  const lost = complaints.flatMap((line) => /cannot bind.*\[(\[[^\]]+\]:\d+|[^\]]+)\]/.exec(line)?.[1] ?? [])
  for (const each of lost) left.taken.add(each)
  const found = complaints.flatMap(
    (line) => origins.get(Number(/\[[^\]]*haproxy\.cfg:(\d+)\]/.exec(line)?.[1])) ?? [],
  )
  // One fault is complained of in several lines; a rule that was left out before is not what is wrong.
  const before = left.refused.map((rules) => new Set(rules))
  for (const { site, rule } of found) {
    if (rule === undefined || before[site]?.has(rule)) left.dropped.add(site)
    else left.refused[site]?.add(rule)
  }
  return lost.length > 0 || found.length > 0
}
