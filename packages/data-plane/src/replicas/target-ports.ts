import type { RoutingConfiguration } from '@sitrep/gateway-api'
import type { KubeObject } from '@sitrep/status'
import { nameOf } from '../edge/gateways.ts'
import { hashOf } from '../edge/loopback-address.ts'
import { gatewayOfService, portTargets, type TargetPorts } from './gateway-service.ts'

// Above those that need rights, below those that systems give to connections that go out.
const [first, last] = [10_000, 30_000]

/** What is known when ports are decided on. */
export interface PortKnowledge {
  /** The Services that there are: what they say was decided before. */
  readonly services: readonly KubeObject[]
  /** Ports that replicas have for themselves. */
  readonly reserved: readonly number[]
}

/**
 * The ports that every replica opens, one for each port of each Gateway and none for two, in the order of the configurations. What was
 * decided stands, the older Service first; the rest follows from the names alone, so that all who decide decide alike.
 */
export function targetPorts(
  configurations: readonly RoutingConfiguration[],
  { services, reserved }: PortKnowledge,
): readonly TargetPorts[] {
  const taken = new Set(reserved)
  const take = (port: number): boolean => {
    if (port < 1024 || port > 65_535 || taken.has(port)) return false
    taken.add(port)
    return true
  }
  const kept = new Map<string, TargetPorts>()
  for (const service of [...services].sort(byAge)) {
    const gateway = gatewayOfService(service)
    if (gateway === undefined || kept.has(gateway)) continue
    const decided = Object.entries(portTargets(service)).filter(([, target]) => take(target))
    kept.set(gateway, Object.fromEntries(decided))
  }
  return configurations.map(({ metadata, spec }) => {
    const gateway = nameOf(metadata)
    const ports = new Set(spec.listeners.map(({ port }) => port))
    return Object.fromEntries(
      [...ports].map((port) => [port, kept.get(gateway)?.[port] ?? choose(`${gateway} ${port}`, take)]),
    )
  })
}

function choose(name: string, take: (port: number) => boolean): number {
  const start = hashOf(name)
  for (let offset = 0; offset < last - first; offset++) {
    const port = first + ((start + offset) % (last - first))
    if (take(port)) return port
  }
  return first
}

const ageOf = ({ metadata: { creationTimestamp = '', name } }: KubeObject): string =>
  `${creationTimestamp} ${name}`
const byAge = (a: KubeObject, b: KubeObject): number => (ageOf(a) < ageOf(b) ? -1 : 1)
