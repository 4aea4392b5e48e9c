import type { EdgeSurroundings } from '@sitrep/controller'
import { dataPlaneReportKind, type RoutingConfiguration, routingConfigurationKind } from '@sitrep/gateway-api'
import { gatewayKind } from '@sitrep/gateway-api/kinds'
import { type FactKind, groupOf, type KubeObject, kindKey, type ObjectRef } from '@sitrep/status'

/** What is told about Gateways. */
export const reportFact: FactKind = { kind: dataPlaneReportKind, about: gatewayKind }

export const isGateway = ({ apiVersion, kind }: KubeObject): boolean =>
  kindKey({ group: groupOf(apiVersion), kind }) === kindKey(gatewayKind)

/** `<namespace>/<name>`. */
export const nameOf = ({
  namespace = '',
  name,
}: {
  readonly namespace?: string
  readonly name: string
}): string => `${namespace}/${name}`

/** The Gateway that a configuration is for. */
export const gatewayOf = ({ metadata: { namespace, name } }: RoutingConfiguration): ObjectRef => ({
  ...gatewayKind,
  namespace,
  name,
})

/** All that a data plane is to do now, by the names of the Gateways. */
export const configurationsIn = (engine: EdgeSurroundings['engine']): readonly RoutingConfiguration[] =>
  [...engine.objects(routingConfigurationKind)]
    .map(({ object }) => object as unknown as RoutingConfiguration)
    .sort((a, b) => (nameOf(a.metadata) < nameOf(b.metadata) ? -1 : 1))

/** Gateways that were there before us: what is reported of them stands until something is told, or it is known that nothing will be. */
export class AwaitedGateways {
  readonly #around: EdgeSurroundings
  readonly #awaiting: Map<string, ObjectRef> = new Map()

  constructor(around: EdgeSurroundings) {
    this.#around = around
  }

  add(gateway: ObjectRef): void {
    this.#awaiting.set(nameOf(gateway), gateway)
  }

  told(gateway: ObjectRef): void {
    this.#awaiting.delete(nameOf(gateway))
  }

  /** Who has no configuration although everything else is known will have none: nothing is to be waited for. */
  giveUp(configurations: readonly RoutingConfiguration[]): void {
    const configured = new Set(configurations.map(({ metadata }) => nameOf(metadata)))
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
}
