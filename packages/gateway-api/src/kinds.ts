import type { KindRef } from '@sitrep/status'

/** The API group of Gateway API, and that of what it tries out. */
export const gatewayGroup = 'gateway.networking.k8s.io'
export const experimentalGroup = 'gateway.networking.x-k8s.io'

const ofGroup = (kind: string): KindRef => ({ group: gatewayGroup, kind })

export const gatewayClassKind: KindRef = ofGroup('GatewayClass')
export const gatewayKind: KindRef = ofGroup('Gateway')
export const listenerSetKind: KindRef = ofGroup('ListenerSet')
export const backendTlsPolicyKind: KindRef = ofGroup('BackendTLSPolicy')
export const routeKinds: readonly KindRef[] = [
  'HTTPRoute',
  'GRPCRoute',
  'TLSRoute',
  'TCPRoute',
  'UDPRoute',
].map(ofGroup)
