import type { EdgeSurroundings } from '@sitrep/controller'
import type { DataPlaneReport, RoutingConfiguration } from '@sitrep/gateway-api'
import { at, type KubeObject, list, type ObjectRef, same, text } from '@sitrep/status'
import type { DataPlane, Place, Site } from '../data-plane.ts'
import { AwaitedGateways, configurationsIn, gatewayOf, nameOf, reportFact } from './gateways.ts'
import { MaterialReader } from './materials.ts'
import type { AssignedPlace, Places } from './places.ts'

/** Faults that somebody wants to see, read from a Gateway. */
export type WantedFaults = (gateway: KubeObject) => Pick<Place, 'noResources' | 'unavailable'>

export interface ProgrammingOptions {
  readonly dataPlane: DataPlane
  readonly places: Places
  readonly faults?: WantedFaults
  /** Told of mistakes of a data plane: it promises not to make any. */
  readonly onError?: (error: unknown) => void
  /** Told of everything that is told about a Gateway, and of nothing more to tell about one. */
  readonly onTold?: (gateway: ObjectRef, report: DataPlaneReport | undefined) => void
  /** How long the data plane took to take over what it was given. */
  readonly onProgrammed?: (seconds: number) => void
  /** Whether everything that was noticed has been brought. */
  readonly onState?: (state: 'busy' | 'idle') => void
}

/** Brings every change of a routing configuration to the data plane, one call after the other, and tells what it reports. */
export class Programming {
  readonly #around: EdgeSurroundings
  readonly #options: ProgrammingOptions
  readonly #materials: MaterialReader
  readonly #unlisten: readonly (() => void)[]
  /** What is in force. */
  #sites: readonly AssignedSite[] = []
  /** What the sites were made from. */
  #origin: readonly unknown[] = []
  #changed = false
  #stopped = false
  #running: Promise<void> | undefined = undefined
  readonly #awaited: AwaitedGateways

  constructor(around: EdgeSurroundings, options: ProgrammingOptions) {
    this.#around = around
    this.#options = options
    this.#materials = new MaterialReader(around.connection)
    this.#awaited = new AwaitedGateways(around)
    this.#unlisten = [
      options.dataPlane.onReport((site, report) => this.#tellAgain(site, report)),
      options.places.onChange?.(() => this.notice()) ?? (() => {}),
    ]
  }

  /** Something has changed that may concern the data plane. */
  notice(): void {
    this.#changed = true
    if (this.#stopped) return
    if (this.#running === undefined) this.#options.onState?.('busy')
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (!this.#changed) this.#options.onState?.('idle')
      if (this.#changed && !this.#stopped) this.notice()
    })
  }

  /** An object has changed that a configuration may refer to. */
  materialChanged(ref: ObjectRef): void {
    this.#materials.changed(ref)
  }

  /** What is reported of this Gateway stands until something is told. */
  awaits(gateway: ObjectRef): void {
    this.#awaited.add(gateway)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const unlisten of this.#unlisten) unlisten()
    await this.#running
    await this.#options.dataPlane.close()
  }

  async #run(): Promise<void> {
    while (this.#changed && !this.#stopped) {
      // Many changes in one turn are one call.
      await new Promise((resolve) => setImmediate(resolve))
      this.#changed = false
      try {
        await this.#bring()
      } catch (error) {
        this.#options.onError?.(error)
      }
    }
  }

  async #bring(): Promise<void> {
    const configurations = configurationsIn(this.#around.engine)
    this.#awaited.giveUp(configurations)
    const revisions = [this.#materials.revision, this.#options.places.revision?.()]
    const origin = [...revisions, ...configurations.map((each) => this.#originOf(each))]
    if (same(origin, this.#origin)) return
    const sites = await this.#sitesOf(configurations)
    this.#origin = origin
    if (this.#stopped || same(sites.map(identityOf), this.#sites.map(identityOf))) return
    const before = this.#sites
    this.#sites = sites
    const started = performance.now()
    const reports = await this.#options.dataPlane.program(sites.map(({ site }) => site))
    this.#options.onProgrammed?.((performance.now() - started) / 1000)
    for (const [index, { site, place }] of sites.entries()) {
      const report = reports[index]
      if (report === undefined) continue
      this.#tell(gatewayOf(site.configuration), told(report, place))
    }
    const names = new Set(sites.map(({ site }) => nameOf(site.configuration.metadata)))
    for (const { site } of before)
      if (!names.has(nameOf(site.configuration.metadata))) this.#forget(gatewayOf(site.configuration))
  }

  #tell(gateway: ObjectRef, report: DataPlaneReport): void {
    this.#awaited.told(gateway)
    this.#around.facts.of(reportFact).tell(gateway, report)
    this.#options.onTold?.(gateway, report)
  }

  #forget(gateway: ObjectRef): void {
    this.#around.facts.of(reportFact).forget(gateway)
    this.#options.onTold?.(gateway, undefined)
  }

  // What came too late for a site that is no longer in force is of no interest.
  #tellAgain(site: Site, report: DataPlaneReport): void {
    const known = this.#sites.find((each) => each.site === site)
    if (known !== undefined) this.#tell(gatewayOf(site.configuration), told(report, known.place))
  }

  // What makes a site is asked for only where one of these differs: that is cheap, and most turns concern no Gateway.
  #originOf(configuration: RoutingConfiguration): readonly unknown[] {
    const { annotations } = this.#around.engine.object(gatewayOf(configuration))?.metadata ?? {}
    return [nameOf(configuration.metadata), configuration.spec.version, annotations]
  }

  async #sitesOf(configurations: readonly RoutingConfiguration[]): Promise<readonly AssignedSite[]> {
    const gateways = configurations.map((each) => this.#around.engine.object(gatewayOf(each)))
    const places = await this.#options.places.assign(
      configurations.map((configuration, index) => ({
        configuration,
        before: list(at(gateways[index]?.status, 'addresses')).flatMap(
          (entry) => text(at(entry, 'value')) ?? [],
        ),
      })),
    )
    return Promise.all(
      configurations.map(async (configuration, index) => {
        const gateway = gateways[index]
        const place: AssignedPlace = {
          ...(places[index] ?? nowhere),
          ...(gateway !== undefined && this.#options.faults?.(gateway)),
        }
        const { unusable: _, ...known } = place
        const materials = await this.#materials.of(configuration)
        return { site: { configuration, materials, place: known }, place }
      }),
    )
  }
}

interface AssignedSite {
  readonly site: Site
  readonly place: AssignedPlace
}

const nowhere: AssignedPlace = { addresses: [], hosts: [], ports: {}, unusable: [] }

const identityOf = ({ site: { configuration, materials }, place }: AssignedSite): readonly unknown[] => [
  nameOf(configuration.metadata),
  configuration.spec.version,
  materials,
  place,
]

/** What is told: what the data plane reports, and what was decided about its place. */
function told(report: DataPlaneReport, { unusable, ports }: AssignedPlace): DataPlaneReport {
  return {
    ...report,
    unusableAddresses: [...new Set([...unusable, ...report.unusableAddresses])],
    ...(Object.keys(ports).length > 0 && { ports }),
  }
}
