import type { EdgeSurroundings } from '@sitrep/controller'
import { ControllerError, objectPath, type ServedResource, withQuery } from '@sitrep/controller/connection'
import type { RoutingConfiguration } from '@sitrep/gateway-api'
import { gatewayKind } from '@sitrep/gateway-api/kinds'
import { at, fields, type KubeObject, type ObjectRef } from '@sitrep/status'
import { gatewayOf, nameOf } from '../edge/gateways.ts'
import type { FollowedObjects } from './followed-objects.ts'
import { services } from './followed-objects.ts'
import {
  gatewayOfService,
  gatewayService,
  isMade,
  type ServiceObject,
  type ServiceType,
} from './gateway-service.ts'
import { targetPorts } from './target-ports.ts'

/** Whose Services are kept, and what they are like. */
export interface GatewayServicesOptions {
  readonly around: EdgeSurroundings
  /** The Service of the replicas: those of Gateways lie beside it and lead to the same Pods. */
  readonly service: { readonly namespace: string; readonly name: string }
  readonly type: ServiceType
  /** All Services of that namespace. */
  readonly followed: FollowedObjects
  readonly onError: (error: unknown) => void
}

const gateways: ServedResource = {
  ...gatewayKind,
  version: 'v1',
  plural: 'gateways',
  namespaced: true,
  names: [],
}
const fieldManager = 'sitrep-data-plane'

/** Keeps one Service for each Gateway, and takes away those of Gateways that are gone. */
export class GatewayServices {
  readonly #options: GatewayServicesOptions
  /** What was sent and has not come back yet, by the Gateway: the same is not sent twice. */
  readonly #sent: Map<string, string> = new Map()

  constructor(options: GatewayServicesOptions) {
    this.#options = options
  }

  /** The Service that was made for a Gateway. */
  of(gateway: string): ServiceObject | undefined {
    return this.#options.followed.all.find((service) => gatewayOfService(service) === gateway)
  }

  async keep(configurations: readonly RoutingConfiguration[]): Promise<void> {
    const { around, followed, onError } = this.#options
    const selector = this.#selector()
    if (selector === undefined) return
    const decided = targetPorts(configurations, { services: followed.all, reserved: this.#reserved() })
    for (const [index, configuration] of configurations.entries()) {
      const gateway = around.engine.object(gatewayOf(configuration))
      if (gateway === undefined || !this.#mayWrite(gatewayOf(configuration), gateway)) continue
      const targets = decided[index] ?? {}
      await this.#make({ configuration, gateway, selector, targets }).catch(onError)
    }
    const wanted = new Set(configurations.map(({ metadata }) => nameOf(metadata)))
    for (const service of followed.all) {
      const gateway = gatewayOfService(service)
      if (gateway !== undefined && !wanted.has(gateway))
        await this.#removeOrphan(service, gateway).catch(onError)
    }
  }

  // The Service of the replicas says whom it leads to.
  #selector(): Readonly<Record<string, string>> | undefined {
    const selector = fields(at(this.#own()?.spec, 'selector'))
    return Object.keys(selector).length === 0 ? undefined : (selector as Readonly<Record<string, string>>)
  }

  #own(): ServiceObject | undefined {
    const { followed, service } = this.#options
    return followed.all.find(({ metadata }) => metadata.name === service.name)
  }

  // The ports on which replicas answer those who look after them.
  #reserved(): readonly number[] {
    const own = this.#own()
    return own === undefined ? [] : reservedPorts(own)
  }

  #mayWrite(ref: ObjectRef, gateway: KubeObject | undefined): boolean {
    return this.#options.around.mayWrite?.(ref, gateway) ?? true
  }

  async #make(
    made: Pick<Parameters<typeof gatewayService>[0], 'configuration' | 'gateway' | 'selector' | 'targets'>,
  ): Promise<void> {
    const { around, service, type } = this.#options
    const name = nameOf(made.configuration.metadata)
    const wanted = gatewayService({ ...made, namespace: service.namespace, type })
    if (isMade(this.of(name), wanted)) {
      this.#sent.delete(name)
      return
    }
    const text = JSON.stringify(wanted)
    if (this.#sent.get(name) === text) return
    this.#sent.set(name, text)
    try {
      await around.connection.request({
        method: 'PATCH',
        path: withQuery(objectPath(services, { namespace: service.namespace, name: wanted.metadata.name }), {
          fieldManager,
          force: true,
        }),
        contentType: 'application/apply-patch+yaml',
        body: wanted,
      })
    } catch (error) {
      this.#sent.delete(name)
      throw error
    }
  }

  // A Gateway that is only not known here may be known elsewhere: its Service, and with it its address, goes when the server says that it is gone.
  async #removeOrphan({ metadata }: ServiceObject, gateway: string): Promise<void> {
    const { around, service } = this.#options
    const [namespace = '', name = ''] = gateway.split('/')
    const ref: ObjectRef = { ...gatewayKind, namespace, name }
    if (around.engine.object(ref) !== undefined || !this.#mayWrite(ref, undefined)) return
    const there = await ifThere(
      around.connection.request({ path: objectPath(gateways, { namespace, name }) }),
    )
    if (there !== undefined) return
    const path = objectPath(services, { namespace: service.namespace, name: metadata.name })
    const preconditions = { ...(metadata.uid !== undefined && { uid: metadata.uid }) }
    await ifThere(
      around.connection.request({
        method: 'DELETE',
        path,
        body: { apiVersion: 'v1', kind: 'DeleteOptions', preconditions },
      }),
    )
  }
}

/** The ports of a Service that lead to fixed ports of its Pods. */
export const reservedPorts = ({ spec }: ServiceObject): readonly number[] =>
  (Array.isArray(at(spec, 'ports')) ? (at(spec, 'ports') as readonly unknown[]) : []).flatMap((entry) => {
    const target = at(entry, 'targetPort') ?? at(entry, 'port')
    return typeof target === 'number' ? [target] : []
  })

async function ifThere(answer: Promise<unknown>): Promise<unknown> {
  try {
    return (await answer) ?? {}
  } catch (error) {
    if (error instanceof ControllerError && error.code === 'not-found') return undefined
    throw error
  }
}
