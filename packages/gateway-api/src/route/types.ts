import type { Instant } from '@sitrep/conditions'
import type { Fields, KubeObject, Listing, Reading } from '@sitrep/status'
import type { Abilities } from '../abilities.ts'
import type { RouteKindName } from '../kinds.ts'
import type { ListenerSpec } from '../listener/types.ts'
import type { SharedHostname } from '../model/hostnames.ts'
import type { Aged, NamespacedName } from '../model/names.ts'
import type { Labels } from '../model/selector.ts'
import type { ObjectReference, ParentReference, Referred } from '../references/types.ts'
import type { RoutingBackend, RoutingMatch, RoutingRule } from '../routing/types.ts'

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
  /** Empty for kinds that match connections. */
  readonly matches: readonly RoutingMatch[]
  readonly filters: readonly FilterSpec[]
  readonly backends: readonly BackendSpec[]
  /** Every backend that it refers to, mirrors included. */
  readonly references: readonly BackendReference[]
  /** Everything that its filters name and that is no backend. */
  readonly extensions: readonly ObjectReference[]
  /** The methods of its matches as they were written, where a kind has some. */
  readonly methods?: readonly Fields[]
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
  /** A text that no other has. */
  readonly key: string
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
  /** By the key of the reference. */
  readonly backends: ReadonlyMap<string, BackendSeen>
  /** The Gateways whose data plane has this generation of the route in force. */
  readonly inForce: Listing<string>
  readonly previous: RouteStatus | undefined
  readonly now: Instant
}

/** A listener of ours that a route is attached to. */
export interface AttachedListener {
  /** `namespace/name` of the Gateway. */
  readonly gateway: string
  /** The controller name of its class. */
  readonly controllerName: string
  /** `namespace/name` of the ListenerSet, where the listener is one of those. */
  readonly set?: string
  readonly listener: string
  readonly hostnames: readonly SharedHostname[]
  /** TLS is passed on as it comes. */
  readonly passthrough?: true
}

/** A rule that is in use, with what it matches. */
export interface AttachedRule {
  /** What it is called in a configuration: `HTTPRoute/shop/cart/0`. */
  readonly key: string
  readonly matches: readonly RoutingMatch[]
  readonly rule: RoutingRule
}

/** What the verdict of an accepted route yields: where it is attached and what its rules lead to. Its Gateways put their configuration together from it. */
export interface AttachedRouteSpec {
  readonly kind: RouteKindName
  readonly route: Aged
  readonly generation: number
  readonly attachments: readonly AttachedListener[]
  readonly rules: readonly AttachedRule[]
  readonly backends: Readonly<Record<string, RoutingBackend>>
  /** `namespace/name` of the Services that a policy for TLS to backends could be about. */
  readonly services: readonly string[]
  /** Differs whenever anything else differs, so that nobody has to compare all of it. */
  readonly version: string
}

/** Reads the rules of a kind of route in a namespace. */
export type ReadRules = (spec: unknown, namespace: string) => readonly RuleSpec[]

/** Tells why a rule of a kind of route cannot be used; nothing where it can. */
export type RuleFaults = (rule: RuleSpec, abilities: Abilities) => readonly RuleFault[]
