import type { RouteKindName } from './kinds.ts'

/** What a data plane can do: what it cannot is refused in statuses before it is ever asked. */
export interface Abilities {
  /** The kinds of routes that are served on a listener, by its protocol. A protocol that is not here is not supported. */
  readonly protocols: Readonly<Record<string, readonly RouteKindName[]>>
  /** Whether a TLS listener may end TLS itself, for TLSRoutes. */
  readonly tlsTermination: boolean
  /** Whether listeners of one port may differ in what becomes of TLS: ended for HTTP, ended for anything, passed through. */
  readonly mixedTlsModes: boolean
  readonly addressTypes: readonly string[]
  /** Protocols of a Service's port, of those that Kubernetes names: `kubernetes.io/h2c`. */
  readonly appProtocols: readonly string[]
  /** Types of filters that a rule may have, besides `ExtensionRef`, of which no kind is known. */
  readonly filters: Readonly<Record<'HTTPRoute' | 'GRPCRoute', readonly string[]>>
  /** How requests are sent again; absent: whatever may be asked for. */
  readonly retry?: RetryAbilities
  /** What a GatewayClass says is supported, in the names of the conformance suite. */
  readonly features: readonly string[]
}

/** What can be said about sending requests again. */
export interface RetryAbilities {
  /** The answers after which that can be done. */
  readonly codes: readonly number[]
  /** Whether the time between two tries can be chosen. */
  readonly backoff: boolean
  /** Whether all tries together can be held to the time of the request. */
  readonly withinRequestTimeout: boolean
}

const headerFilters = ['RequestHeaderModifier', 'ResponseHeaderModifier', 'RequestMirror'] as const

/** Everything that the standard channel of v1.7 has; `features` names what every data plane must be able to do. */
export const everyAbility: Abilities = {
  protocols: {
    HTTP: ['HTTPRoute', 'GRPCRoute'],
    HTTPS: ['HTTPRoute', 'GRPCRoute'],
    TLS: ['TLSRoute'],
    TCP: ['TCPRoute'],
    UDP: ['UDPRoute'],
  },
  tlsTermination: true,
  mixedTlsModes: true,
  addressTypes: ['IPAddress', 'Hostname'],
  appProtocols: ['kubernetes.io/h2c', 'kubernetes.io/ws', 'kubernetes.io/wss'],
  filters: {
    HTTPRoute: [...headerFilters, 'RequestRedirect', 'URLRewrite', 'CORS'],
    GRPCRoute: headerFilters,
  },
  features: ['Gateway', 'HTTPRoute', 'ReferenceGrant'],
}
