import type { SecureContext } from 'node:tls'
import type { RoutingBackend } from '@sitrep/gateway-api'
import type { Site } from '../data-plane.ts'
import type { MadeOnce } from '../made-once.ts'
import { backendTls } from './backend-tls.ts'
import type { Health } from './health.ts'
import type { Upstream, Upstreams } from './types.ts'

/** What outlives a configuration: how endpoints have been doing, whose turn it was, and contexts for TLS. */
export interface UpstreamMemory {
  readonly health: Health
  /** By backend: the place in the row of its endpoints that comes next. */
  readonly turns: Map<string, number>
  readonly contexts: MadeOnce<SecureContext>
}

/** The name under which the health of an endpoint is kept: one of a backend, for TLS may be what fails. */
export const endpointName = (
  backend: string,
  { address, port }: RoutingBackend['endpoints'][number],
): string => `${backend} ${address}:${port}`

/** An endpoint with the name under which its health is kept. */
interface Seat {
  readonly name: string
  readonly upstream: Upstream
}

/** Gives out the endpoints of one configuration in turn. Nothing is prepared for backends that nobody asks for. */
export function createUpstreams({ configuration, materials }: Site, memory: UpstreamMemory): Upstreams {
  const { backends, clientCertificate } = configuration.spec
  const rows = new Map<string, readonly Seat[]>()
  const { health, turns } = memory

  const rowOf = (place: string): readonly Seat[] => {
    const backend = Object.hasOwn(backends, place) ? backends[place] : undefined
    const spoken =
      backend?.tls === undefined
        ? {}
        : backendTls(backend.tls, { materials, clientCertificate, contexts: memory.contexts })
    return (backend?.endpoints ?? []).map((endpoint) => {
      const name = endpointName(place, endpoint)
      const upstream = {
        ...endpoint,
        ...spoken,
        key: `${endpoint.address}:${endpoint.port}`,
        ...(backend?.appProtocol !== undefined && { appProtocol: backend.appProtocol }),
        succeeded: () => health.succeeded(name),
        failed: () => health.failed(name),
      }
      return { name, upstream }
    })
  }

  return {
    pick(place, tried) {
      const row = rows.get(place) ?? rowOf(place)
      rows.set(place, row)
      const turn = turns.get(place) ?? 0
      let last: { readonly upstream: Upstream; readonly index: number } | undefined
      for (let step = 0; step < row.length; step++) {
        const index = (turn + step) % row.length
        const seat = row[index]
        if (seat === undefined || tried?.has(seat.upstream.key)) continue
        const aside = health.isAside(seat.name)
        // Where all are aside, all are used: nobody is refused because of a guess.
        if (!aside || last === undefined) last = { upstream: seat.upstream, index }
        if (!aside) break
      }
      if (last !== undefined) turns.set(place, last.index + 1)
      return last?.upstream
    },
  }
}
