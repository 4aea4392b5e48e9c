import type { Condition, ConditionStatus, Instant } from '@sitrep/conditions'
import type { KubeObject, Listing, Reading } from '@sitrep/status'
import type { DataPlaneReport } from '../data-plane/types.ts'
import type { RouteKindName } from '../kinds.ts'
import type {
  AllowedNamespaces,
  ListenerHead,
  ListenerObserved,
  ListenerSpec,
  ListenerStatus,
} from '../listener/types.ts'
import type { Aged, NamespacedName } from '../model/names.ts'
import type { Labels } from '../model/selector.ts'
import type { AttachedListener, ListenerSetSeen } from '../route/types.ts'

/** A ListenerSet: listeners that are added to a Gateway. */
export interface ListenerSet extends KubeObject {
  readonly status?: ListenerSetStatus
}

/** What is said of a ListenerSet. */
export interface ListenerSetStatus {
  readonly conditions: readonly Condition[]
  readonly listeners?: readonly ListenerStatus[]
}

/** The Gateway of a ListenerSet, as the set sees it. */
export interface GatewayOfSet extends NamespacedName {
  readonly className: string
  readonly allowedListeners: AllowedNamespaces
  readonly listeners: readonly ListenerSpec[]
  /** `spec.tls.frontend`. */
  readonly frontend: unknown
  readonly accepted: ConditionStatus
  readonly programmed: ConditionStatus
}

/** What a ListenerSet is judged from. */
export interface ListenerSetObserved {
  readonly self: Aged
  readonly generation: number | undefined
  readonly gateway: Reading<GatewayOfSet>
  readonly controllerName: Reading<string>
  readonly labels: Reading<Labels> | undefined
  readonly listeners: readonly ListenerObserved[]
  /** All ListenerSets of the Gateway, this one among them. */
  readonly sets: Listing<ListenerSetSeen>
  /** Where each route is attached that one of its listeners takes. */
  readonly attachments: readonly (readonly AttachedListener[])[]
  readonly readableRoutes: readonly RouteKindName[]
  readonly report: Reading<DataPlaneReport>
  readonly previous: ListenerSetStatus | undefined
  readonly now: Instant
}

/** What a pass over a ListenerSet yields: the listeners that its Gateway is to serve. */
export interface AttachedListenerSetSpec {
  /** `namespace/name` of the Gateway. */
  readonly gateway: string
  readonly set: NamespacedName
  readonly generation: number
  readonly listeners: readonly ListenerHead[]
}
