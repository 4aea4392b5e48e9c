import type { KindRef, View, World } from '@sitrep/status'
import { byGateway, byParent } from '../indexes.ts'
import {
  attachedRouteKind,
  grpcRouteKind,
  httpRouteKind,
  type RouteKindName,
  tcpRouteKind,
  tlsRouteKind,
  udpRouteKind,
} from '../kinds.ts'

const kinds: readonly (readonly [RouteKindName, KindRef])[] = [
  ['HTTPRoute', httpRouteKind],
  ['GRPCRoute', grpcRouteKind],
  ['TLSRoute', tlsRouteKind],
  ['TCPRoute', tcpRouteKind],
  ['UDPRoute', udpRouteKind],
]

// Only whether the kind can be read is asked; what its routes say comes with what they yield.
const nothingOf: View<undefined> = { name: 'nothing', of: () => undefined }

/** The kinds of routes that can be read: of the others nobody knows how many are attached. */
export const readableRouteKinds = (world: World, parent: string): readonly RouteKindName[] =>
  kinds.flatMap(([name, kind]) =>
    world.list({ ...kind, by: { index: byParent, key: parent } }, nothingOf).read ? [name] : [],
  )

/** What attached routes say through a view, by the key of their Gateway or ListenerSet. */
export function listAttached<Value>(
  world: World,
  key: string,
  view: View<Value>,
): readonly NonNullable<Value>[] {
  const found = world.list({ ...attachedRouteKind, by: { index: byGateway, key } }, view)
  return found.read ? found.items : []
}
