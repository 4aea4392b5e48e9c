import type { Instant } from '@sitrep/conditions'
import type { Fields, KubeObject, Listing, Reading } from '@sitrep/status'
import type { RouteKindName } from '../kinds.ts'
import type { ListenerSpec } from '../listener/types.ts'
import type { Aged } from '../model/age.ts'
import type { NamespacedName } from '../model/names.ts'
import type { ObjectReference, ParentReference } from '../model/references.ts'
import type { Referred } from '../model/referred.ts'
import type { Labels } from '../model/selector.ts'
import type { RoutingMatch } from '../routing/types.ts'

/** Any of the five kinds of routes. */
export interface Route extends KubeObject {
  readonly status?: RouteStatus
}

/** What is said of a route: one entry for every parent and controller. */
export interface RouteStatus {
  readonly parents: readonly Fields[]
}

/** A route as its owner wrote it. */
export interface RouteSpec {
  readonly parents: readonly ParentReference[]
  readonly hostnames: readonly string[]
  readonly rules: readonly RuleSpec[]
}

export const ruleFaultReasons = ['UnsupportedValue', 'IncompatibleFilters'] as const

/** Why a rule cannot be used at all. */
export interface RuleFault {
  readonly reason: (typeof ruleFaultReasons)[number]
  readonly message: string
}

/** One rule of a route. */
export interface RuleSpec {
  readonly index: number
  readonly name: string | undefined
  readonly faults: readonly RuleFault[]
  /** Empty for kinds that match connections. */
  readonly matches: readonly RoutingMatch[]
  readonly filters: readonly FilterSpec[]
  readonly backends: readonly BackendSpec[]
  readonly timeouts: Fields | undefined
  readonly retry: Fields | undefined
}

/** A filter as it was written, with the reference that it may hold. */
export interface FilterSpec {
  readonly type: string
  readonly settings: Fields
  readonly mirror?: BackendReference
  /** What an `ExtensionRef` names. */
  readonly extension?: ObjectReference
}

/** A backend of a rule, with its share of the requests. */
export interface BackendSpec {
  readonly reference: BackendReference
  readonly weight: number
  readonly filters: readonly FilterSpec[]
}

/** A reference to a port of something. */
export interface BackendReference {
  readonly ref: ObjectReference
  readonly port: number | undefined
}

/** A Service, as routes see it. */
export interface ServiceSeen {
  readonly type: string
  readonly ports: readonly ServicePort[]
}

export interface ServicePort {
  readonly name: string
  readonly port: number
  readonly protocol: string
  readonly appProtocol: string | undefined
}

/** One slice of the endpoints of a Service: where it can be reached now. */
export interface SliceSeen {
  readonly ports: readonly { readonly name: string; readonly port: number; readonly protocol: string }[]
  readonly addresses: readonly string[]
}

/** A backend with what was found there. */
export interface BackendSeen {
  readonly referred: Referred<ServiceSeen>
  readonly slices?: Listing<SliceSeen>
}

/** A Gateway, as its routes see it. */
export interface GatewaySeen extends NamespacedName {
  readonly className: string
  readonly listeners: readonly ListenerSpec[]
  /** It is refused as a whole. */
  readonly refused: boolean
}

/** A ListenerSet, as its routes see it. */
export interface ListenerSetSeen extends Aged {
  readonly parent: ObjectReference
  readonly listeners: readonly ListenerSpec[]
  /** Why its Gateway does not take it: the reason of its `Accepted`, where that is not about its listeners. */
  readonly refused: string | undefined
}

/** One parent of a route, followed up to the class. */
export interface ParentObserved {
  readonly parent: ParentReference
  readonly set?: Reading<ListenerSetSeen>
  readonly gateway?: Reading<GatewaySeen>
  readonly controllerName?: Reading<string>
  /** Whether the data plane of the Gateway has said anything yet. */
  readonly report?: Reading<true>
}

/** What a route is judged from. */
export interface RouteObserved {
  readonly kind: RouteKindName
  readonly self: Aged
  readonly generation: number | undefined
  readonly spec: RouteSpec
  readonly parents: readonly ParentObserved[]
  /** Absent where no listener asks for it. */
  readonly namespaceLabels: Reading<Labels> | undefined
  /** By `backendKey`. */
  readonly backends: ReadonlyMap<string, BackendSeen>
  /** The Gateways whose data plane has this generation of the route in force. */
  readonly inForce: Listing<string>
  readonly previous: RouteStatus | undefined
  readonly now: Instant
}
