import type { CatalogPart } from '@sitrep/status'
import { backendTlsPolicyStatus } from './backend-tls-policy/status.ts'
import { keepSecret } from './certificates/observe.ts'
import { gatewayStatus } from './gateway/status.ts'
import { gatewayClassStatus } from './gateway-class/status.ts'
import { grpcRouteStatus } from './grpc-route/status.ts'
import { httpRouteStatus } from './http-route/status.ts'
import { indexes } from './indexes.ts'
import { secretKind } from './kinds.ts'
import { listenerSetStatus } from './listener-set/status.ts'
import { referenceGrantStatus } from './reference-grant/status.ts'
import { type GatewayApiOptions, setupOf } from './setup.ts'
import { tcpRouteStatus } from './tcp-route/status.ts'
import { tlsRouteStatus } from './tls-route/status.ts'
import { udpRouteStatus } from './udp-route/status.ts'

/**
 * The definitions of Gateway API: classes before the listeners that they serve, those before routes, routes before what is put
 * together from them. Throws where the settings contradict each other.
 */
export function gatewayApi(options: GatewayApiOptions): CatalogPart {
  const setup = setupOf(options)
  return {
    definitions: [
      gatewayClassStatus(setup),
      referenceGrantStatus,
      listenerSetStatus(setup),
      httpRouteStatus(setup),
      grpcRouteStatus(setup),
      tlsRouteStatus(setup),
      tcpRouteStatus(setup),
      udpRouteStatus(setup),
      backendTlsPolicyStatus(setup),
      gatewayStatus(setup),
    ],
    indexes,
    shapes: [{ kind: secretKind, keep: keepSecret }],
    // A certificate in a Secret of another type counts too, and is asked for by its name.
    narrow: [{ kind: secretKind, field: 'type', values: ['kubernetes.io/tls'] }],
  }
}
