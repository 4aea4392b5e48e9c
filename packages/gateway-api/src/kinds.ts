import type { KindRef } from '@sitrep/status'

/** The API groups of Gateway API, of what it tries out, and of what exists in memory only. */
export const gatewayGroup = 'gateway.networking.k8s.io'
export const experimentalGroup = 'gateway.networking.x-k8s.io'
export const factGroup = 'sitrep.dev'

/** The controller name under which Sitrep serves GatewayClasses unless it is told others. */
export const ownControllerName = 'sitrep.dev/gateway-controller'

const ofGroup = (kind: string): KindRef => ({ group: gatewayGroup, kind })

export const gatewayClassKind: KindRef = ofGroup('GatewayClass')
export const gatewayKind: KindRef = ofGroup('Gateway')
export const listenerSetKind: KindRef = ofGroup('ListenerSet')
export const referenceGrantKind: KindRef = ofGroup('ReferenceGrant')
export const backendTlsPolicyKind: KindRef = ofGroup('BackendTLSPolicy')

/** The kinds of routes, each served by listeners of some protocols. */
export const routeKindNames = ['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'] as const

export type RouteKindName = (typeof routeKindNames)[number]

export const routeKinds: readonly KindRef[] = routeKindNames.map(ofGroup)

/** Kinds of Kubernetes itself. */
export const secretKind: KindRef = { group: '', kind: 'Secret' }
export const configMapKind: KindRef = { group: '', kind: 'ConfigMap' }
export const serviceKind: KindRef = { group: '', kind: 'Service' }
export const namespaceKind: KindRef = { group: '', kind: 'Namespace' }
export const endpointSliceKind: KindRef = { group: 'discovery.k8s.io', kind: 'EndpointSlice' }

/** What a data plane tells of one Gateway: a fact, named like the Gateway. */
export const dataPlaneReportKind: KindRef = { group: factGroup, kind: 'DataPlaneReport' }

/** What a pass over a route yields: where it is attached, and what its rules lead to. */
export const attachedRouteKind: KindRef = { group: factGroup, kind: 'AttachedRoute' }

/** What a pass over a ListenerSet yields: the listeners that it adds to its Gateway. */
export const attachedListenerSetKind: KindRef = { group: factGroup, kind: 'AttachedListenerSet' }

/** What a pass over a Gateway yields: all that its data plane is to do. */
export const routingConfigurationKind: KindRef = { group: factGroup, kind: 'RoutingConfiguration' }
