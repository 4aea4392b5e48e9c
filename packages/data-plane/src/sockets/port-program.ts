import { covers, type RoutingListener, type RoutingRule } from '@sitrep/gateway-api'
import type { Upstreams } from '../backends/types.ts'
import type { Site } from '../data-plane.ts'
import type { PortConfiguration } from '../http/types.ts'
import { type Terminating, type TerminationParts, terminatingOf } from './termination.ts'

/** What a socket does with what comes in, by the protocols of the listeners that share it. */
export type Speaks = 'http' | 'tls' | 'tcp' | 'udp'

/** All that one port of one Gateway does. It is replaced as a whole, never changed. */
export interface PortProgram {
  /** `<namespace>/<name>`. */
  readonly gateway: string
  readonly port: number
  readonly speaks: Speaks
  /** From the narrowest hostname to the widest. */
  readonly listeners: readonly RoutingListener[]
  /** By the name of a listener that ends TLS. */
  readonly terminating: ReadonlyMap<string, Terminating>
  /** What is done with requests. */
  readonly http: PortConfiguration
}

const speaksOf: Readonly<Record<string, Speaks>> = {
  HTTP: 'http',
  HTTPS: 'tls',
  TLS: 'tls',
  TCP: 'tcp',
  UDP: 'udp',
}

/** What the ports of a site do. Listeners that cannot share a port, or speak what nobody knows, are in none. */
export function programsOf(
  { configuration: { metadata, spec } }: Site,
  upstreams: Upstreams,
  parts: TerminationParts,
): readonly PortProgram[] {
  const gateway = `${metadata.namespace}/${metadata.name}`
  const ports = new Map<string, { port: number; speaks: Speaks; listeners: RoutingListener[] }>()
  for (const listener of spec.listeners) {
    const speaks = speaksOf[listener.protocol]
    if (speaks === undefined) continue
    const place = `${speaks === 'udp' ? 'udp' : 'tcp'} ${listener.port}`
    const shared = ports.get(place) ?? { port: listener.port, speaks, listeners: [] }
    if (shared.speaks === speaks) shared.listeners.push(listener)
    ports.set(place, shared)
  }
  return [...ports.values()].map(({ port, speaks, listeners }) => ({
    gateway,
    port,
    speaks,
    listeners,
    terminating: new Map(
      listeners.filter(endsTls).map((listener) => [listener.name, terminatingOf(listener, parts)] as const),
    ),
    http: {
      gateway,
      port,
      listeners: listeners.filter(({ protocol }) => protocol.startsWith('HTTP')),
      rules: spec.rules,
      backends: spec.backends,
      upstreams,
    },
  }))
}

const endsTls = ({ protocol, tls }: RoutingListener): boolean =>
  protocol === 'HTTPS' || (protocol === 'TLS' && tls?.mode !== 'Passthrough')

/** The listener that a name belongs to: the narrowest that holds it. An empty name belongs to one for every name. */
export const listenerFor = ({ listeners }: PortProgram, name: string): RoutingListener | undefined =>
  listeners.find(({ hostname }) => covers((hostname ?? '').toLowerCase(), name))

/** What a listener does with a connection of which nothing but a name is known. */
export function ruleFor(
  { entries }: RoutingListener,
  { http: { rules } }: PortProgram,
  name: string,
): RoutingRule | undefined {
  const entry = entries.find(({ hostname }) => covers(hostname, name))
  return entry === undefined || !Object.hasOwn(rules, entry.rule) ? undefined : rules[entry.rule]
}

/** The name of the group that a listener's connections are in. Of HTTP in clear text it is the port's: any listener may answer the next request. */
export const groupName = ({ gateway, speaks, port }: PortProgram, listener: string): string =>
  speaks === 'http' ? `${gateway} ${port} http` : `${gateway} ${port} ${speaks} ${listener}`

/** The group of the connections of which it is not known yet whose they are. */
export const handshakes = 'handshakes'

/** The groups whose connections may stay. */
export const groupNames = (program: PortProgram | undefined): ReadonlySet<string> =>
  new Set(program && [handshakes, ...program.listeners.map(({ name }) => groupName(program, name))])
