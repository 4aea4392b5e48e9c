import type { EdgeSurroundings } from '@sitrep/controller'
import {
  type DataPlaneReport,
  dataPlaneReportKind,
  type RoutingConfiguration,
  routingConfigurationKind,
} from '@sitrep/gateway-api'
import { gatewayKind } from '@sitrep/gateway-api/kinds'
import { at, type FactKind, type KubeObject, kindKey, list, type ObjectRef, same, text } from '@sitrep/status'
import type { DataPlane, Place, Site } from '../data-plane.ts'
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
}

/** What is told about Gateways. */
export const reportFact: FactKind = { kind: dataPlaneReportKind, about: gatewayKind }

/** Brings every change of a routing configuration to the data plane, one call after the other, and tells what it reports. */
export class Programming {
  readonly #around: EdgeSurroundings
  readonly #options: ProgrammingOptions
  readonly #materials: MaterialReader
  readonly #unlisten: () => void
  /** What is in force. */
  #sites: readonly AssignedSite[] = []
  /** What the sites were made from. */
  #origin: readonly unknown[] = []
  #changed = false
  #stopped = false
  #running: Promise<void> | undefined = undefined
  /** Gateways of which something is or was told, and that must hear when there is nothing to tell. */
  readonly #awaiting: Map<string, ObjectRef> = new Map()

  constructor(around: EdgeSurroundings, options: ProgrammingOptions) {
    this.#around = around
    this.#options = options
    this.#materials = new MaterialReader(around.connection)
    this.#unlisten = options.dataPlane.onReport((site, report) => this.#tellAgain(site, report))
  }

  /** Something has changed that may concern the data plane. */
  notice(): void {
    this.#changed = true
    if (this.#stopped) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#changed && !this.#stopped) this.notice()
    })
  }

  /** An object has changed that a configuration may refer to. */
  materialChanged(ref: ObjectRef): void {
    this.#materials.changed(ref)
  }

  /** What is reported of this Gateway stands until something is told. */
  awaits(gateway: ObjectRef): void {
    this.#awaiting.set(nameOf(gateway), gateway)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unlisten()
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
    const configurations = [...this.#around.engine.objects(routingConfigurationKind)]
      .map(({ object }) => object as unknown as RoutingConfiguration)
      .sort((a, b) => (nameOf(a.metadata) < nameOf(b.metadata) ? -1 : 1))
    this.#giveUp(new Set(configurations.map(({ metadata }) => nameOf(metadata))))
    const origin = [this.#materials.revision, ...configurations.map((each) => this.#originOf(each))]
    if (same(origin, this.#origin)) return
    const sites = await this.#sitesOf(configurations)
    this.#origin = origin
    if (this.#stopped || same(sites.map(identityOf), this.#sites.map(identityOf))) return
    const before = this.#sites
    this.#sites = sites
    const reports = await this.#options.dataPlane.program(sites.map(({ site }) => site))
    const teller = this.#around.facts.of(reportFact)
    for (const [index, { site, place }] of sites.entries()) {
      const report = reports[index]
      if (report === undefined) continue
      const gateway = gatewayOf(site.configuration)
      teller.tell(gateway, told(report, place))
      this.#awaiting.delete(nameOf(gateway))
    }
    const names = new Set(sites.map(({ site }) => nameOf(site.configuration.metadata)))
    for (const { site } of before)
      if (!names.has(nameOf(site.configuration.metadata))) teller.forget(gatewayOf(site.configuration))
  }

  // What came too late for a site that is no longer in force is of no interest.
  #tellAgain(site: Site, report: DataPlaneReport): void {
    const known = this.#sites.find((each) => each.site === site)
    if (known !== undefined)
      this.#around.facts.of(reportFact).tell(gatewayOf(site.configuration), told(report, known.place))
  }

  // What makes a site is asked for only where one of these differs: that is cheap, and most turns concern no Gateway.
  #originOf(configuration: RoutingConfiguration): readonly unknown[] {
    const { annotations } = this.#around.engine.object(gatewayOf(configuration))?.metadata ?? {}
    return [nameOf(configuration.metadata), configuration.spec.version, annotations]
  }

  // Who has no configuration although everything else is known will have none: nothing is to be waited for.
  #giveUp(configured: ReadonlySet<string>): void {
    for (const [name, gateway] of this.#awaiting) {
      if (configured.has(name)) continue
      const untold = this.#around.engine
        .unseen(gateway)
        .some((unseen) => unseen.untold === true && kindKey(unseen.kind) !== kindKey(dataPlaneReportKind))
      if (untold && this.#around.engine.object(gateway) !== undefined) continue
      this.#awaiting.delete(name)
      this.#around.facts.of(reportFact).giveUp(gateway)
    }
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

const nameOf = ({ namespace = '', name }: { readonly namespace?: string; readonly name: string }): string =>
  `${namespace}/${name}`

const gatewayOf = ({ metadata: { namespace, name } }: RoutingConfiguration): ObjectRef => ({
  ...gatewayKind,
  namespace,
  name,
})

const identityOf = ({ site: { configuration, materials }, place }: AssignedSite): readonly unknown[] => [
  nameOf(configuration.metadata),
  configuration.spec.version,
  materials,
  place,
]

/** What is told: what the data plane reports, and what was decided about its place. */
function told(report: DataPlaneReport, { unusable, ports }: AssignedPlace): object {
  return {
    ...report,
    unusableAddresses: [...new Set([...unusable, ...report.unusableAddresses])],
    ...(Object.keys(ports).length > 0 && { ports }),
  }
}
