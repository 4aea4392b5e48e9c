import type { Fields } from '@sitrep/status'
import type { ObjectReference } from '../references/types.ts'

/** How a request is recognised. Within one match everything must hold. */
export interface RoutingMatch {
  readonly path: { readonly type: 'Exact' | 'PathPrefix' | 'RegularExpression'; readonly value: string }
  readonly method?: string
  readonly headers: readonly ValueMatch[]
  readonly queryParams: readonly ValueMatch[]
}

/** A header or query parameter with the value that it must have. */
export interface ValueMatch {
  readonly type: string
  readonly name: string
  readonly value: string
}

/** Something that is done to a request or its answer, with the settings as the route has them. */
export interface RoutingFilter {
  readonly type: string
  readonly settings: Fields
  /** Where a copy of the request goes: a key of `backends`; absent where that place does not resolve and no copy is sent. */
  readonly mirror?: string
}

/** One of the places that a rule sends requests to. */
export interface WeightedBackend {
  readonly weight: number
  /** A key of `backends`. */
  readonly backend?: string
  /** What this share of the requests is answered instead, where the place does not resolve. */
  readonly answer?: number
  readonly filters: readonly RoutingFilter[]
}

/** One rule of a route, with its references resolved. */
export interface RoutingRule {
  /** The route it stands in: `HTTPRoute/shop/cart`. */
  readonly route: string
  readonly index: number
  readonly name?: string
  readonly filters: readonly RoutingFilter[]
  readonly backends: readonly WeightedBackend[]
  /** What every request is answered, where no backend is to be asked. For TCP, UDP and TLS it means: refuse. */
  readonly answer?: number
  readonly timeouts?: Fields
  readonly retry?: Fields
}

/** A Service's port and who answers there now. */
export interface RoutingBackend {
  readonly service: { readonly namespace: string; readonly name: string }
  readonly port: number
  readonly portName: string
  readonly transport: 'TCP' | 'UDP'
  /** `kubernetes.io/h2c` and the like, where the Service says so. */
  readonly appProtocol?: string
  readonly endpoints: readonly { readonly address: string; readonly port: number }[]
  /** What is answered while there is nobody to ask. */
  readonly answer?: number
  /** How TLS is spoken to it by listeners that read what they pass on. Connections that are passed on as they are never get any. */
  readonly tls?: BackendTls
}

/** How TLS is spoken to a backend. */
export interface BackendTls {
  readonly hostname: string
  readonly subjectAltNames: readonly Fields[]
  /** ConfigMaps whose `ca.crt` it is verified with. */
  readonly authorities: readonly ObjectReference[]
  /** `System`, where well-known authorities do. */
  readonly wellKnownAuthorities?: string
  /** TLS is asked for and cannot be had: this is answered, for falling back to clear text would give away what was to be kept. */
  readonly answer?: number
}

/** A listener that is to be served. */
export interface RoutingListener {
  /** What the data plane reports it as: its name, or `ListenerSet/<namespace>/<set>/<name>`. */
  readonly name: string
  readonly port: number
  readonly protocol: string
  /** Absent: every name. */
  readonly hostname?: string
  readonly tls?: {
    readonly mode: string
    /** Secrets, in the order of the listener; those that cannot be used are left out. */
    readonly certificates: readonly ObjectReference[]
    readonly clients?: { readonly mode: string; readonly authorities: readonly ObjectReference[] }
  }
  /** What is tried, in this order, until something fits. Of a TCP or UDP listener only one thing is. */
  readonly entries: readonly RoutingEntry[]
}

/** One thing that is tried on a listener. */
export interface RoutingEntry {
  /** Empty: every name that the listener takes. */
  readonly hostname: string
  /** Absent where there is nothing but the connection: TLS, TCP and UDP. */
  readonly match?: RoutingMatch
  /** A key of `rules`. */
  readonly rule: string
}

/**
 * All that a data plane is to do for one Gateway: plain data, the same text for the same world. Who takes it over reports the
 * generations back in a DataPlaneReport of the same name.
 */
export interface RoutingConfiguration {
  readonly apiVersion: 'sitrep.dev/v1alpha1'
  readonly kind: 'RoutingConfiguration'
  readonly metadata: { readonly namespace: string; readonly name: string }
  readonly spec: RoutingConfigurationSpec
}

export interface RoutingConfigurationSpec {
  /** Differs whenever anything else differs. */
  readonly version: string
  /** The generation of everything that came in, by object: `Gateway/infra/edge`. */
  readonly generations: Readonly<Record<string, number>>
  /** Addresses that were asked for; without any the data plane chooses. */
  readonly addresses: readonly { readonly type: string; readonly value: string }[]
  /** The Secret with the certificate that backends are shown. */
  readonly clientCertificate?: ObjectReference
  /** By port, and on one port from the narrowest hostname to the widest: the first that holds a name is the one that has it. */
  readonly listeners: readonly RoutingListener[]
  readonly rules: Readonly<Record<string, RoutingRule>>
  readonly backends: Readonly<Record<string, RoutingBackend>>
}
