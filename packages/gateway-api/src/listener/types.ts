import type { Condition } from '@sitrep/conditions'
import type { CertificateState } from '../certificates/types.ts'
import type { RouteKindName } from '../kinds.ts'
import type { ObjectReference, Referred } from '../references/types.ts'
import type { RoutingListener } from '../routing/types.ts'

/** A listener as its owner wrote it, with everything filled in that may be left out. */
export interface ListenerSpec {
  readonly name: string
  readonly port: number
  readonly protocol: string
  readonly hostname: string | undefined
  readonly tls: ListenerTls | undefined
  readonly allowedRoutes: AllowedRoutes
}

interface ListenerTls {
  readonly mode: string
  readonly certificateRefs: readonly ObjectReference[]
}

/** Which routes a listener takes. */
export interface AllowedRoutes {
  readonly namespaces: AllowedNamespaces
  /** Left out: all that its protocol can serve. */
  readonly kinds: readonly AllowedKind[] | undefined
}

/** From which namespaces something is taken. */
export interface AllowedNamespaces {
  readonly from: string
  readonly selector: unknown
}

interface AllowedKind {
  readonly group: string
  readonly kind: string
}

/** The kinds that a listener serves, and those that it was to serve and cannot. */
export interface ServedRouteKinds {
  readonly served: readonly RouteKindName[]
  readonly refused: readonly string[]
}

/** How clients of a listener are verified. */
export interface ClientValidation {
  readonly mode: string
  readonly authorities: readonly Referred<{ readonly sound: boolean }>[]
}

/** A listener with what its references lead to. */
export interface ListenerObserved {
  readonly spec: ListenerSpec
  /** Whether it needs certificates of its own. */
  readonly secured: boolean
  readonly certificates: readonly Referred<CertificateState>[]
  readonly validation: ClientValidation | undefined
}

/** One entry of `status.listeners`. */
export interface ListenerStatus {
  readonly name: string
  readonly supportedKinds: readonly { readonly group: string; readonly kind: string }[]
  readonly attachedRoutes?: number
  readonly conditions: readonly Condition[]
}

/** A listener that is to be served, before anybody knows which routes are attached to it. */
export type ListenerHead = Omit<RoutingListener, 'entries'> & {
  /** Its name in the object it stands in. */
  readonly section: string
}
