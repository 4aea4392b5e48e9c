import type { Duplex } from 'node:stream'
import type { RoutingConfigurationSpec, RoutingListener } from '@sitrep/gateway-api'
import type { Upstreams } from '../backends/types.ts'

/** What one port of one Gateway does. It is replaced as a whole, never changed. */
export interface PortConfiguration {
  /** `<namespace>/<name>`. */
  readonly gateway: string
  /** The port as the Gateway names it, whatever is opened for it. */
  readonly port: number
  /** Its listeners that speak HTTP, from the narrowest hostname to the widest. */
  readonly listeners: readonly RoutingListener[]
  readonly rules: RoutingConfigurationSpec['rules']
  readonly backends: RoutingConfigurationSpec['backends']
  readonly upstreams: Upstreams
}

/** How a connection came in. */
export interface Arrival {
  /** What its port does now: asked anew for every request, so that a change reaches connections that stay open. */
  readonly port: () => PortConfiguration
  /** Aborted when its listener is gone: what is under way may end, then the connection shall. After `drainMs` it is closed. */
  readonly leaving?: AbortSignal
  readonly remoteAddress: string
  readonly remotePort: number
  /** Where TLS was ended before: by which listener (its name), for which name, and what was agreed on. */
  readonly tls?: {
    readonly listener: string
    readonly serverName: string | undefined
    readonly protocol: 'http/1.1' | 'h2'
  }
}

/** Speaks HTTP on connections that others have accepted. */
export interface HttpServing {
  /** Takes a connection over, in clear text; whether HTTP/2 is spoken on it without TLS is found out here from its first bytes. */
  readonly take: (connection: Duplex, arrival: Arrival) => void
  /** Lets requests under way end, asks clients to go, and resolves when no connection is left, or after this time all are closed. */
  readonly drain: (withinMs: number) => Promise<void>
}
