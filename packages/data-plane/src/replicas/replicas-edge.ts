import { Background, type Edge, type EdgeSurroundings } from '@sitrep/controller'
import type { RoutingConfiguration } from '@sitrep/gateway-api'
import { refOf, same } from '@sitrep/status'
import {
  AwaitedGateways,
  configurationsIn,
  gatewayOf,
  isGateway,
  nameOf,
  reportFact,
} from '../edge/gateways.ts'
import { type AskSettings, usualAsking } from './ask-replica.ts'
import { foldReports, type Reached } from './fold-reports.ts'
import { FollowedObjects, nodes, services } from './followed-objects.ts'
import { addressesOf, nodeAddresses, nodePorts, type ServiceType } from './gateway-service.ts'
import { GatewayServices } from './gateway-services.ts'
import { Replicas } from './replicas.ts'

/** A data plane of several processes, as a controller finds it. */
export interface ReplicasEdgeOptions {
  /** The Service of the replicas. */
  readonly service: { readonly namespace: string; readonly name: string }
  /** What gives each Gateway its address. */
  readonly type: ServiceType
  readonly asking?: Partial<AskSettings>
  /** Told what could not be read or written; it is tried again. */
  readonly onError?: (error: unknown) => void
}

/** Gathers what the replicas of a data plane report, keeps the Services that give Gateways their addresses, and tells both as facts. */
export function replicasEdge(options: ReplicasEdgeOptions): Edge {
  return {
    start(around) {
      const gathering = new Gathering(around, options)
      return {
        tells: (object) => {
          if (!isGateway(object)) return []
          gathering.awaits(refOf(object))
          return [reportFact]
        },
        onTaken: () => gathering.notice(),
        stop: () => gathering.stop(),
      }
    },
  }
}

// What could not be written is tried again although nothing changes, and a share of the writing may have come to this process.
const againMs = 5_000

class Gathering {
  readonly #around: EdgeSurroundings
  readonly #options: ReplicasEdgeOptions
  readonly #awaited: AwaitedGateways
  readonly #services: FollowedObjects
  readonly #nodes: FollowedObjects | undefined
  readonly #replicas: Replicas
  readonly #kept: GatewayServices
  readonly #stopped = new AbortController()
  #told: ReadonlyMap<string, RoutingConfiguration> = new Map()
  /** What was last told and kept follows from this. */
  #origin: readonly unknown[] = []
  #looks = 0
  #changed = false
  #running: Promise<void> | undefined = undefined

  constructor(around: EdgeSurroundings, options: ReplicasEdgeOptions) {
    this.#around = around
    this.#options = options
    this.#awaited = new AwaitedGateways(around)
    const { connection, timing } = around
    const { service, type } = options
    const changed = (): void => this.notice()
    const onUnreadable = (why: string): void => this.#fail(new Error(why))
    const follow = { connection, timing, changed, onUnreadable }
    this.#services = new FollowedObjects({
      ...follow,
      resource: services,
      scope: { namespace: service.namespace },
    })
    this.#nodes = type === 'NodePort' ? new FollowedObjects({ ...follow, resource: nodes }) : undefined
    this.#replicas = new Replicas({ ...follow, service, asking: { ...usualAsking, ...options.asking } })
    this.#kept = new GatewayServices({
      around,
      service,
      type,
      followed: this.#services,
      onError: (error) => this.#fail(error),
    })
    new Background(around.onFault).run(
      { what: 'looking at Services again', about: 'server', name: 'data plane' },
      () => this.#lookAgain(),
    )
  }

  /** What is reported of this Gateway stands until something is told. */
  awaits(gateway: Parameters<AwaitedGateways['add']>[0]): void {
    this.#awaited.add(gateway)
  }

  /** Something has changed that may concern a Gateway. */
  notice(): void {
    this.#changed = true
    if (this.#stopped.signal.aborted) return
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#changed) this.notice()
    })
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await Promise.all([this.#services.stop(), this.#nodes?.stop(), this.#replicas.stop()])
    await this.#running
  }

  async #lookAgain(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await this.#around.timing.sleep(againMs, signal)
      this.#looks++
      this.notice()
    }
  }

  async #run(): Promise<void> {
    while (this.#changed && !this.#stopped.signal.aborted) {
      // Many changes in one turn are one look.
      await new Promise((resolve) => setImmediate(resolve))
      this.#changed = false
      await this.#bring()
    }
  }

  async #bring(): Promise<void> {
    const configurations = configurationsIn(this.#around.engine)
    this.#awaited.giveUp(configurations)
    if (!this.#services.seen || this.#nodes?.seen === false) return
    const origin = [this.#looks, ...this.#revisions(), ...configurations.map((each) => this.#originOf(each))]
    if (same(origin, this.#origin)) return
    this.#origin = origin
    this.#tell(configurations)
    await this.#kept.keep(configurations)
  }

  #revisions(): readonly unknown[] {
    return [this.#services.revision, this.#nodes?.revision, this.#replicas.revision, this.#replicas.known]
  }

  // What is told and kept is made only where one of these differs: that is cheap, and most turns concern no Gateway.
  #originOf(configuration: RoutingConfiguration): readonly unknown[] {
    const { generation } = this.#around.engine.object(gatewayOf(configuration))?.metadata ?? {}
    return [nameOf(configuration.metadata), configuration.spec.version, generation]
  }

  #tell(configurations: readonly RoutingConfiguration[]): void {
    if (!this.#replicas.known) return
    const teller = this.#around.facts.of(reportFact)
    for (const configuration of configurations) {
      const gateway = gatewayOf(configuration)
      const name = nameOf(configuration.metadata)
      teller.tell(
        gateway,
        foldReports(configuration, this.#replicas.about(name), this.#reached(configuration)),
      )
      this.#awaited.told(gateway)
    }
    const now = new Map(configurations.map((each) => [nameOf(each.metadata), each]))
    for (const [name, configuration] of this.#told)
      if (!now.has(name)) teller.forget(gatewayOf(configuration))
    this.#told = now
  }

  #reached({ metadata, spec }: RoutingConfiguration): Reached {
    const service = this.#kept.of(nameOf(metadata))
    const addresses = service === undefined ? [] : addressesOf(service, nodeAddresses(this.#nodes?.all ?? []))
    const there = new Set(addresses.map(({ value }) => value))
    const wanted = spec.addresses.flatMap(({ value }) => (value === '' ? [] : [value]))
    return {
      addresses,
      // Before there is any address, those that are asked for may be on their way.
      unusableAddresses: addresses.length === 0 ? [] : wanted.filter((value) => !there.has(value)),
      ...(service !== undefined && this.#options.type === 'NodePort' && { ports: nodePorts(service) }),
    }
  }

  #fail(error: unknown): void {
    this.#options.onError?.(error)
  }
}
