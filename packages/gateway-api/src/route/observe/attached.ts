import type { View, World } from '@sitrep/status'
import { byGateway, byParent } from '../../indexes.ts'
import { attachedRouteKind, gatewayGroup, type RouteKindName, routeKindNames } from '../../kinds.ts'
import type { AttachedListener, AttachedRouteSpec } from '../types.ts'

// Only whether the kind can be read is asked; what its routes say comes with what they yield.
const nothingOf: View<undefined> = { name: 'nothing', of: () => undefined }

/** The kinds of routes that can be read: of the others nobody knows how many are attached. */
export const readableRouteKinds = (world: World, parent: string): readonly RouteKindName[] =>
  routeKindNames.filter(
    (kind) => world.list({ group: gatewayGroup, kind, by: { index: byParent, key: parent } }, nothingOf).read,
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

/** All of it, for a Gateway. */
export const attachedRouteView: View<AttachedRouteSpec> = {
  name: 'attachedRoute',
  of: ({ spec }) => spec as AttachedRouteSpec,
}

/** The Gateways that send traffic of a route to Services, each with the controller name of its class. */
export const gatewaysOfRoute: View<readonly Pick<AttachedListener, 'gateway' | 'controllerName'>[]> = {
  name: 'gatewaysOfRoute',
  of: ({ spec }) => {
    const { attachments } = spec as AttachedRouteSpec
    const found = new Map(
      attachments.map(({ gateway, controllerName }) => [gateway, { gateway, controllerName }]),
    )
    return [...found.values()]
  },
}

/** The listeners that an attached route counts for. */
export const attachmentsView: View<readonly AttachedListener[]> = {
  name: 'attachments',
  of: ({ spec }) => (spec as AttachedRouteSpec).attachments,
}
